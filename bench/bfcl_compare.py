"""What the two sides of `bfcl_speed.py` found on the same items: whether they read and judged alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from botpsy.eval.stats import wilson

Found = Mapping[str, Any]
"""What one side says of the items: `verdicts` (right or not) and `prompts` (token ids), both by id."""


def same_prompts(ours: Found, theirs: Found) -> dict[str, Any]:
    """Compare the prompts, token for token. Those that a side could not ask are in neither count."""
    mine, other = ours["prompts"], theirs["prompts"]
    common = [item for item in mine if item in other and mine[item]]
    differ = sorted(item for item in common if mine[item] != other[item])
    return {"n": len(common), "same": len(common) - len(differ), "differ": differ}


def prompts_sentence(said: Mapping[str, Any]) -> str:
    differ: Sequence[str] = said["differ"]
    unlike = f"; not those of {', '.join(differ[:5])}{' ...' if len(differ) > 5 else ''}" if differ else ""
    return f"the token ids of {said['same']} of {said['n']} prompts are the same on both sides{unlike}"


def agreement(ours: Found, theirs: Found) -> dict[str, Any]:
    """Return on how many items both verdicts are the same, and how many each side calls right.

    Raises ValueError when the sides did not judge the same items.
    """
    mine, other = ours["verdicts"], theirs["verdicts"]
    if mine.keys() != other.keys():
        raise ValueError(f"only {len(mine.keys() & other.keys())} items were judged by both: {len(mine)}, {len(other)}")
    return {
        "n": len(mine),
        "same": sum(mine[item] == other[item] for item in mine),
        "ours_right": sum(mine.values()),
        "official_right": sum(other.values()),
        "differ": sorted(item for item in mine if mine[item] != other[item]),
    }


def agreement_sentence(said: Mapping[str, Any]) -> str:
    share = wilson(said["same"], said["n"])
    return (
        f"the same verdict on {said['same']} of {said['n']} items ({share.mean:.1%}, {share.low:.1%} to "
        f"{share.high:.1%}); right: ours {said['ours_right']}, official {said['official_right']}"
    )
