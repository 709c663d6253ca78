"""Shows that what is exported is what was trained: same greedy tokens, and how far the log-probabilities differ.

The trained model runs in float32 in torch, on the base as it was de-quantised for training. Each exported form gets the
trained model's own continuations, token by token (teacher forcing), so that one early difference is counted once. Where
every token of a prompt agrees, free-running greedy decoding gives the same text.

Float32 GGUFs with float32 attention are the proof that names, permutation, scale and merge are right: they must agree.
Forms with fewer bits may differ; how often is reported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from botpsy.chat.smollm2 import SmolLM2
from botpsy.core.errors import ModelError
from botpsy.core.jsonl import write_text_atomic
from botpsy.core.messages import Message, ToolSpec
from botpsy.export.gguf_file import read_gguf
from botpsy.export.llama_engine import LlamaEngine
from botpsy.export.safetensors import load_tokenizer

TOP_K = 20
EXACT_BOUND = 0.01  # nats; float32 sums in another order differ by about 0.0003, an f16 adapter by about 0.001


@dataclass(frozen=True, slots=True)
class Agreement:
    """How one exported form compares with the trained model.

    `same_prompts` of `prompts` have all greedy tokens equal, `same_tokens` of `tokens` positions the same likeliest
    token. The differences are absolute, in nats, over the top `TOP_K` tokens of every position.
    """

    form: str
    prompts: int
    same_prompts: int
    tokens: int
    same_tokens: int
    max_logprob_difference: float
    mean_logprob_difference: float
    must_agree: bool = False

    @property
    def ok(self) -> bool:
        """Whether a form that must agree does; always True for the others.

        The bound on log-probabilities decides: where it holds, greedy tokens can differ only in a tie within twice the
        bound.
        """
        return not self.must_agree or self.max_logprob_difference <= EXACT_BOUND


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All comparisons, and what was compared with what."""

    base: str
    trained: str
    new_tokens: int
    agreements: tuple[Agreement, ...]

    @property
    def ok(self) -> bool:
        """Whether something had to agree, and all that had to did."""
        return any(a.must_agree for a in self.agreements) and all(a.ok for a in self.agreements)

    def write(self, path: Path) -> None:
        """Write the report as JSON, atomically."""
        row = {**asdict(self), "ok": self.ok, "top_k": TOP_K, "exact_bound": EXACT_BOUND}
        write_text_atomic(path, json.dumps(row, indent=2) + "\n")


@dataclass(frozen=True, slots=True)
class Trace:
    """What the trained model says: a prompt, its greedy continuation, and log-probabilities (positions, vocabulary)."""

    prompt: tuple[int, ...]
    continuation: tuple[int, ...]
    logprobs_TV: NDArray[np.float32]


# Gives, for each position of a trace's continuation, the likeliest tokens and their log-probabilities, likeliest first.
Teller = Callable[[Trace], list[dict[int, float]]]


def default_prompts() -> tuple[str, ...]:
    """Return eight short conversations with tools, rendered as the assistant renders them."""
    when = {"type": "string", "description": "When, as the person says it."}
    tools = (
        ToolSpec("create_event", "Put an event in the calendar.", _schema(title={"type": "string"}, when=when)),
        ToolSpec("find_contact", "Look a person up.", _schema(name={"type": "string"})),
    )
    requests = (
        "Put lunch with Ana on Friday at 12:30",
        "What is Ben's phone number?",
        "Dentist, next Tuesday 9 am.",
        "Thanks, that is all.",
        "Add a meeting with Carla and one with David tomorrow at 15:00.",
        "How tall is Mont Blanc?",
        "Schedule a call.",
        'Find "O\'Neill" and put dinner with them on 2026-12-24, [19:30, 21:00].',
    )
    return tuple(SmolLM2().render([Message("user", text)], tools) for text in requests)


def _schema(**properties: dict[str, str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def load_trained(base: Path, trained: Path | None) -> Any:
    """Return the trained model in float32: a peft folder on the de-quantised base, a full checkpoint, or the base."""
    import torch
    from transformers import AutoModelForCausalLM

    auto = cast("Any", AutoModelForCausalLM)
    if trained is not None and not (trained / "adapter_config.json").is_file():
        return auto.from_pretrained(str(trained), dtype=torch.float32).eval()
    model = auto.from_pretrained(str(base.parent), gguf_file=base.name, dtype=torch.float32)
    if trained is not None:
        from peft import PeftModel

        model = cast("Any", PeftModel).from_pretrained(model, str(trained))
    return model.eval()


def trace(model: Any, prompt: Sequence[int], new_tokens: int, stop: int | None = None) -> Trace:
    """Continue a prompt greedily by up to `new_tokens`, or to `stop` inclusive, keeping all log-probabilities."""
    import torch

    ids = torch.tensor([list(prompt)])
    out = model.generate(
        ids,
        attention_mask=torch.ones_like(ids),
        max_new_tokens=new_tokens,
        do_sample=False,
        eos_token_id=stop,
        pad_token_id=0 if stop is None else stop,
        output_logits=True,
        return_dict_in_generate=True,
    )
    logprobs_TV = torch.log_softmax(torch.cat(out.logits).float(), dim=-1).numpy()
    return Trace(tuple(prompt), tuple(int(token) for token in logprobs_TV.argmax(axis=1)), logprobs_TV)


def torch_teller(model: Any) -> Teller:
    """Return how a torch model reads a trace: its top log-probabilities at each position."""
    import torch as torch_module

    torch = cast("Any", torch_module)

    def tell(t: Trace) -> list[dict[int, float]]:
        ids = (*t.prompt, *t.continuation[:-1])
        with torch.inference_mode():
            logits_TV = model(input_ids=torch.tensor([ids])).logits[0, len(t.prompt) - 1 :].float()
        best = torch.log_softmax(logits_TV, dim=-1).topk(min(TOP_K, logits_TV.shape[-1]))
        return [dict(zip(i, v, strict=True)) for i, v in zip(best.indices.tolist(), best.values.tolist(), strict=True)]

    return tell


def llama_teller(engine: LlamaEngine) -> Teller:
    """Return how llama.cpp reads a trace, token by token."""

    def tell(t: Trace) -> list[dict[int, float]]:
        return [engine.top_logprobs((*t.prompt, *t.continuation[:n]), TOP_K) for n in range(len(t.continuation))]

    return tell


def compare(form: str, traces: Sequence[Trace], tell: Teller, *, must_agree: bool = False) -> Agreement:
    """Compare an exported form with the trained model's traces. Raises ModelError when there are none."""
    if not any(t.continuation for t in traces):
        raise ModelError("nothing to compare: the trained model continued no prompt")
    same_prompts, same, differences = 0, 0, list[float]()
    for t in traces:
        hits = 0
        told = tell(t)
        for position, (token, found) in enumerate(zip(t.continuation, told, strict=True)):
            hits += next(iter(found)) == token
            differences += [abs(float(t.logprobs_TV[position, i]) - value) for i, value in found.items()]
        same += hits
        same_prompts += hits == len(t.continuation)
    return Agreement(
        form=form,
        prompts=len(traces),
        same_prompts=same_prompts,
        tokens=sum(len(t.continuation) for t in traces),
        same_tokens=same,
        max_logprob_difference=max(differences),
        mean_logprob_difference=sum(differences) / len(differences),
        must_agree=must_agree,
    )


@dataclass(frozen=True, slots=True)
class Form:
    """An exported form to check: a GGUF (with the adapter GGUF when given), or a transformers folder."""

    name: str
    path: Path
    lora: Path | None = None
    must_agree: bool = False


def check(
    base: Path,
    trained: Path,
    forms: Sequence[Form],
    *,
    prompts: Sequence[str] | None = None,
    new_tokens: int = 32,
    progress: Callable[[str], None] | None = None,
) -> CheckReport:
    """Compare every form with the trained model on the prompts (rendered text; ours by default), greedily.

    Raises ModelError when a form does not load. Whether they agree is in the report: see `CheckReport.ok`.
    """
    file = read_gguf(base)
    tokenizer = load_tokenizer(file)
    end = file.fields.get("tokenizer.ggml.eos_token_id")
    stop = None if end is None else int(end.value)
    texts = default_prompts() if prompts is None else prompts
    encoded = [cast("list[int]", tokenizer(text, add_special_tokens=False)["input_ids"]) for text in texts]
    plain_token = cast("list[str]", file.fields["tokenizer.ggml.tokens"].value).index("a")
    report = progress or _silent
    report("trained model")
    model = load_trained(base, trained)
    traces = [trace(model, ids, new_tokens, stop) for ids in encoded]
    del model
    context = max(len(t.prompt) + len(t.continuation) for t in traces) + 16
    agreements: list[Agreement] = []
    for form in forms:
        report(form.name)
        tell = _opened(form, base, context, plain_token)
        agreements.append(compare(form.name, traces, tell, must_agree=form.must_agree))
        del tell  # two models in memory are one too many
    return CheckReport(base.name, trained.name, new_tokens, tuple(agreements))


def _silent(what: str) -> None:
    del what


def _opened(form: Form, base: Path, context: int, plain_token: int) -> Teller:
    if form.path.is_dir():
        return torch_teller(load_trained(base, form.path))
    engine = LlamaEngine(form.path, form.lora, context=context, exact=form.must_agree, plain_token=plain_token)
    return llama_teller(engine)
