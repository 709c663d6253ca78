"""The average of two adapters: the weights between them, with both as parents; what does not fit is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from botpsy.core.errors import ConfigError, ModelError
from botpsy.train.lineage import sha256
from botpsy.train.soup import WEIGHTS, average


def adapter(folder: Path, value: float, rows: int = 2, alpha: int = 4) -> Path:
    folder.mkdir()
    save_file({"q.lora_A.weight": torch.full((rows, 3), value), "q.lora_B.weight": torch.full((3, rows), -value)},
              folder / WEIGHTS)  # fmt: skip
    (folder / "adapter_config.json").write_text(json.dumps({"r": rows, "lora_alpha": alpha}))
    (folder / "lineage.json").write_text('{"stage": "sft"}')
    return folder


@pytest.mark.parametrize(("share", "value"), [(0.0, 1.0), (0.25, 2.0), (0.5, 3.0), (1.0, 5.0)])
def test_weights_lie_between_the_two(tmp_path: Path, share: float, value: float) -> None:
    one, other = adapter(tmp_path / "one", 1.0), adapter(tmp_path / "other", 5.0)
    made = average(one, other, tmp_path / "out", share)
    weights = load_file(made / WEIGHTS)
    assert torch.equal(weights["q.lora_A.weight"], torch.full((2, 3), value))
    assert torch.equal(weights["q.lora_B.weight"], torch.full((3, 2), -value))
    assert json.loads((made / "adapter_config.json").read_text())["lora_alpha"] == 4


def test_both_are_parents(tmp_path: Path) -> None:
    one, other = adapter(tmp_path / "one", 1.0), adapter(tmp_path / "other", 5.0)
    found = json.loads((average(one, other, tmp_path / "out") / "lineage.json").read_text())
    assert found["stage"] == "soup"
    assert found["config"] == {"share": 0.5}
    assert found["parent"] == {
        "adapter": "one", "adapter_sha256": sha256(one / WEIGHTS),
        "adapter_2": "other", "adapter_2_sha256": sha256(other / WEIGHTS),
    }  # fmt: skip


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    one = adapter(tmp_path / "one", 1.0)
    out = tmp_path / "out"
    with pytest.raises(ModelError, match="other layers, ranks or scales"):
        average(one, adapter(tmp_path / "wide", 1.0, rows=3), out)
    with pytest.raises(ModelError, match="other layers, ranks or scales"):
        average(one, adapter(tmp_path / "loud", 1.0, alpha=8), out)
    with pytest.raises(ModelError, match=WEIGHTS):
        average(one, tmp_path / "none", out)
    with pytest.raises(ConfigError, match=r"not 1\.5"):
        average(one, adapter(tmp_path / "more", 2.0), out, 1.5)
    with pytest.raises(ConfigError, match="overwrite"):
        average(one, tmp_path / "more", one)
    assert not out.exists()
