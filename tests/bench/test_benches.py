"""The benches run to the end on the tiny model and say what they should; what they claim about TRL holds.

They time nothing here: figures come from the real sizes, on a quiet machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

BENCH = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import curves  # noqa: E402

NO_TRL = "TRL is not installed: pip install 'botpsy[peers]'"


def bench(script: str, folder: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    """Run a bench at its tiny size; return the numbers it wrote, and what it printed."""
    written = folder / "numbers.json"
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            str(BENCH / script),
            "--tiny",
            "--rounds",
            "1",
            "--json",
            str(written),
            *arguments,
        ],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(written.read_text()), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "measure"),
    [("rl_step.py", "seconds"), ("sft_step.py", "tokens_per_second"), ("mopd_step.py", "seconds")],
)
def test_a_bench_runs_both_sides_to_the_end(script: str, measure: str, tmp_path: Path) -> None:
    pytest.importorskip("trl", reason=NO_TRL)
    found, printed = bench(script, tmp_path)
    assert set(found["rounds"]) == {"ours", "trl"}
    ours, theirs = found["rounds"]["ours"][0], found["rounds"]["trl"][0]
    assert ours[measure] > 0 and theirs[measure] > 0
    assert ours["peak_mib"] > 100 and theirs["peak_mib"] > 100
    better = theirs[measure] / ours[measure] if measure == "seconds" else ours[measure] / theirs[measure]
    assert f"ours is {better:.2f} times as fast" in printed
    if script == "sft_step.py":
        assert ours["tokens"] == theirs["tokens"] > 1000  # the same conversations, counted the same way
    else:  # two prompts with two answers, or four with one; of at most eight tokens
        assert 4 <= ours["new_tokens"] <= 32 and 4 <= theirs["new_tokens"] <= 32
    if script == "mopd_step.py":  # the same student and teacher: two samples of one quantity
        assert ours["reverse_kl"] == pytest.approx(theirs["reverse_kl"], rel=0.5)
        assert ours["reverse_kl"] > 0


@pytest.mark.slow
def test_scaling_draws_every_axis(tmp_path: Path) -> None:
    found, _ = bench("scaling.py", tmp_path, "--out", str(tmp_path / "page.html"))
    assert found["machine"][0]["gflops"] > 0 and found["machine"][0]["gb_per_second"] > 0
    steps = found["steps"]
    assert {s["axis"] for s in steps} == {"size", "padding", "new_tokens", "tools"}
    for s in steps:
        row = s["rounds"][0]
        assert row["sampling"] + row["learning"] == pytest.approx(row["seconds"])
    short, long = (s for s in steps if s["axis"] == "padding")
    assert long["prompt_tokens"] > short["prompt_tokens"] + 60
    few, many = (s for s in steps if s["axis"] == "tools")
    assert many["prompt_tokens"] > few["prompt_tokens"]
    page = (tmp_path / "page.html").read_text()
    assert page.count("<svg") == 4
    assert "http" not in page.replace("http://www.w3.org", "")  # opens from disk, fetches nothing


def test_a_wrong_size_is_refused_before_anything_is_loaded(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCH / "rl_step.py"), "--prompts", "3", "--size", "3", "--micro", "2"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode != 0
    assert "9 completions are no multiple of --micro 2" in done.stderr


def test_a_curve_is_drawn_at_the_median_of_its_rounds() -> None:
    chart = curves.Chart("a < b", "x", "seconds", {"ours": [(2.0, [9.0, 1.0, 4.0]), (4.0, [10.0])]})
    page = curves.page("Title", ["a & b"], [chart], [("x", "y"), ("2", "<4>")])
    assert "ours: 4 at 2, 1 to 9, n=3" in page and "ours: 10 at 4, 10 to 10, n=1" in page
    assert "a &lt; b" in page and "a &amp; b" in page and "&lt;4&gt;" in page
    # both axes begin at 0: half way along x is half way across
    left, right = (float(part.split(",")[0]) for part in page.split('points="')[1].split('"')[0].split())
    assert right - curves.LEFT == pytest.approx(2 * (left - curves.LEFT), abs=0.2)


def test_packed_conversations_of_trl_do_not_see_each_other_on_a_cpu(tmp_path: Path) -> None:
    """What `sft_step.py` says of TRL's packing: the logits of the second conversation in a row are those it has alone."""
    pytest.importorskip("trl", reason=NO_TRL)
    from sides import peer_model
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

    from botpsy.train.tiny_model import make_tiny_model

    model = peer_model(make_tiny_model(tmp_path))[0].eval()
    draw = torch.Generator().manual_seed(0)
    first, second = (torch.randint(3, 500, (n,), generator=draw).tolist() for n in (40, 30))
    collate = DataCollatorForLanguageModeling(pad_token_id=2, padding_free=True)
    row = collate([{"input_ids": first + second, "labels": first + second, "seq_lengths": [40, 30]}])
    del row["labels"]
    with torch.no_grad():
        packed = model(**row, use_cache=False).logits[0, 40:]
        alone = model(input_ids=torch.tensor([second]), use_cache=False).logits[0]
        seen = model(input_ids=torch.tensor([first + second]), use_cache=False).logits[0, 40:]
    assert torch.allclose(packed, alone, atol=1e-5)
    assert not torch.allclose(seen, alone, atol=1e-2)  # a row without their beginnings would mix them


def test_the_peer_reads_the_tokens_that_we_read(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    from sides import Asked, peer_model, peer_prompts

    from botpsy.train.tiny_model import make_tiny_model

    tokenizer = peer_model(make_tiny_model(tmp_path))[1]
    rows = peer_prompts(Asked(2), tokenizer)
    assert len(rows) == 2
    assert all(row["prompt"].count("<|im_start|>system") == 1 for row in rows)  # the template is applied once

    class Beginning:
        """A tokenizer that puts a token of its own before a text, as some do."""

        chat_template = tokenizer.chat_template

        def __call__(self, text: list[str]) -> dict[str, Any]:
            return {"input_ids": [[1, *ids] for ids in tokenizer(text=text)["input_ids"]]}

        def __getattr__(self, name: str) -> Any:
            return getattr(tokenizer, name)

    with pytest.raises(RuntimeError, match="other tokens"):
        peer_prompts(Asked(2), Beginning())
