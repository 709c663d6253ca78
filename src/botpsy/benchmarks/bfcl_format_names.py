"""The 26 prompt formats of BFCL's format sensitivity, by name: how calls are written, between tags or bare, and how the
functions are shown; two more differ from `python_bare_json` in markdown, and in their wording."""

from __future__ import annotations

from itertools import product


def _official(returned: str, tagged: bool, shown: str, prompt: str = "plaintext", style: str = "classic") -> str:
    return f"ret_fmt={returned}&tool_call_tag={tagged}&func_doc_fmt={shown}&prompt_fmt={prompt}&style={style}"


FORMATS: dict[str, str] = {
    **{
        f"{returned}_{'tag' if tagged else 'bare'}_{shown}": _official(returned, tagged, shown)
        for returned, tagged, shown in product(
            ("python", "json", "verbose_xml", "concise_xml"), (True, False), ("python", "xml", "json")
        )
    },
    "python_bare_json_markdown": _official("python", False, "json", prompt="markdown"),
    "python_bare_json_experimental": _official("python", False, "json", style="experimental"),
}
"""The official name of each format, by ours."""
