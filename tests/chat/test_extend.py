"""`extend` only appends, content cannot forge turns, and what is trained is what is sampled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from byte_tokenizer import SPECIALS, ByteTokenizer
from chat_cases import ADD, CALLS, CASES, RESULTS, SYSTEM, USER
from hypothesis import given
from hypothesis import strategies as st

from botpsy.chat.extend import extend, training_ids
from botpsy.chat.families import family_for
from botpsy.chat.family import ChatFamily
from botpsy.chat.smollm2 import TEMPLATE
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation

TEMPLATES = Path(__file__).parent / "templates"
FAMILIES: dict[str, ChatFamily] = {
    family.name: family
    for family in map(
        family_for,
        [TEMPLATE, *(p.read_text(encoding="utf-8") for p in sorted(TEMPLATES.glob("*.jinja")))],
    )
}
TOKENIZERS = {"plain": ByteTokenizer(), "tags": ByteTokenizer(SPECIALS)}
START, END = (ByteTokenizer().encode(text)[0] for text in ("<|im_start|>", "<|im_end|>"))

families = st.sampled_from(list(FAMILIES.values()))
tokenizers = st.sampled_from(list(TOKENIZERS.values()))
markers = st.sampled_from(
    ["<|im_end|>", "<|im_start|>assistant\n", "</tool_response>", "<think>", "</think>", "\n", " "]
)
texts = st.lists(st.text(max_size=6) | markers, max_size=4).map("".join)
asks = st.builds(Message, st.just("user"), texts)
results = st.builds(Message, st.just("tool"), texts)
answers = st.one_of(
    st.builds(Message, st.just("assistant"), texts, st.just("")),
    st.builds(Message, st.just("assistant"), texts, texts, st.just(CALLS.tool_calls)),
)
after = st.lists(results, min_size=1, max_size=2) | asks.map(lambda ask: [ask])


def test_the_families_are_the_ones_meant() -> None:
    assert set(FAMILIES) == {"smollm2", "qwen3", "qwen3_5"}


@given(data=st.data(), family=families, tokenizer=tokenizers, thinking=st.booleans())
def test_extending_never_changes_the_tokens_given(
    data: st.DataObject, family: ChatFamily, tokenizer: ByteTokenizer, thinking: bool
) -> None:
    conversation = Conversation((SYSTEM, data.draw(asks)), (ADD,))
    expected_turns = 2  # system, user
    for _ in range(data.draw(st.integers(1, 3))):
        prompt = extend(family, tokenizer, conversation, thinking=thinking)
        assert prompt.token_ids[: len(conversation.token_ids)] == conversation.token_ids
        assert prompt.encoded == len(prompt.messages)
        opening = tokenizer.encode(family.generation_prompt(thinking=thinking))
        assert list(prompt.token_ids[-len(opening) :]) == opening
        expected_turns += 1
        assert prompt.token_ids.count(START) == expected_turns
        assert prompt.token_ids.count(END) == expected_turns - 1
        assert extend(family, tokenizer, prompt, thinking=thinking) == prompt
        sampled = data.draw(st.binary(max_size=8))
        ended = data.draw(st.booleans())
        parser = family.parser(thinking)
        parser.feed(tokenizer.decode(list(sampled)))
        new = data.draw(after)
        grouped = family.name != "smollm2" and new[0].role == "tool"  # Qwen puts all results in one turn
        expected_turns += 1 if grouped else len(new)
        conversation = replace(
            prompt,
            messages=(*prompt.messages, parser.finish(cut=not ended), *new),
            token_ids=(*prompt.token_ids, *sampled, *([END] if ended else [])),
            encoded=len(prompt.messages) + 1,
        )


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_cut_and_ended_turns_are_closed_alike(family: ChatFamily) -> None:
    tokenizer = TOKENIZERS["plain"]
    prompt = extend(family, tokenizer, Conversation((USER,)))
    results = []
    for sampled in ([104, 105], [104, 105, END]):
        sampled_turn = replace(
            prompt,
            messages=(USER, Message("assistant", "hi"), USER),
            token_ids=(*prompt.token_ids, *sampled),
            encoded=2,
        )
        results.append(tokenizer.decode(extend(family, tokenizer, sampled_turn).token_ids))
    assert results[0] == results[1]
    assert results[0].startswith(tokenizer.decode(prompt.token_ids) + "hi<|im_end|>\n<|im_start|>user\nHow are you?")


@pytest.mark.parametrize("thinking", [False, True])
@pytest.mark.parametrize("name", ["tools_system", "calls", "hostile", "fault"])
def test_step_by_step_is_the_whole_rendering(name: str, thinking: bool) -> None:
    """SmolLM2 renders each message by itself, so the tokens are those of the template on the whole conversation."""
    family, tokenizer = FAMILIES["smollm2"], TOKENIZERS["plain"]
    messages, tools, _ = CASES[name]
    if thinking:
        messages = tuple(replace(m, thinking="hm") if m.role == "assistant" else m for m in messages)
    opened = next((i for i, m in enumerate(messages) if m.role == "assistant"), len(messages))
    conversation = extend(family, tokenizer, Conversation(messages[:opened], tools), thinking=thinking)
    conversation = extend(family, tokenizer, replace(conversation, messages=messages), thinking=thinking)
    assert tokenizer.decode(conversation.token_ids) == family.render(messages, tools, thinking=thinking)


def test_a_prompt_left_unanswered_is_closed() -> None:
    family, tokenizer = FAMILIES["smollm2"], TOKENIZERS["plain"]
    prompt = extend(family, tokenizer, Conversation((USER,)))
    more = extend(family, tokenizer, replace(prompt, messages=(USER, Message("user", "Hello?"))))
    assert tokenizer.decode(more.token_ids).endswith(
        "<|im_start|>assistant\n<|im_end|>\n<|im_start|>user\nHello?<|im_end|>\n<|im_start|>assistant\n"
    )


@given(
    family=families,
    tokenizer=tokenizers,
    thinking=st.booleans(),
    rounds=st.lists(st.tuples(answers, after), min_size=1, max_size=3),
)
def test_what_is_trained_is_what_is_sampled(
    family: ChatFamily, tokenizer: ByteTokenizer, thinking: bool, rounds: list[tuple[Message, list[Message]]]
) -> None:
    conversation = Conversation((SYSTEM, USER), (ADD,))
    mask: list[int] = []
    for answer, then in rounds:
        prompt = extend(family, tokenizer, conversation, thinking=thinking)
        sampled = tokenizer.encode(family.render_assistant(answer, thinking=thinking))
        assert sampled[-1] == END
        mask += [0] * (len(prompt.token_ids) - len(mask)) + [1] * len(sampled)
        trained = (list(prompt.token_ids) + sampled, mask)
        messages = (*prompt.messages, answer)
        assert training_ids(family, tokenizer, messages, (ADD,), thinking=thinking) == trained
        assert training_ids(family, tokenizer, (*messages, *then), (ADD,), thinking=thinking) == trained
        by_reference = extend(family, tokenizer, replace(prompt, messages=(*messages, *then)), thinking=thinking)
        assert list(by_reference.token_ids[: len(mask)]) == trained[0]
        conversation = replace(prompt, messages=(*messages, *then), token_ids=tuple(trained[0]), encoded=len(messages))
        assert extend(family, tokenizer, conversation, thinking=thinking) == by_reference


def test_the_mask_covers_what_the_assistant_writes_and_nothing_else() -> None:
    family, tokenizer = FAMILIES["smollm2"], TOKENIZERS["plain"]
    messages = (SYSTEM, USER, CALLS, *RESULTS, Message("assistant", "3.5"), Message("user", "Thanks"))
    ids, mask = training_ids(family, tokenizer, messages, (ADD,))
    learnt = tokenizer.decode([i for i, m in zip(ids, mask, strict=True) if m])
    assert learnt == family.render_assistant(CALLS) + "3.5<|im_end|>"
    assert "Thanks" not in tokenizer.decode(ids)


def test_nothing_is_trained_without_an_assistant() -> None:
    assert training_ids(FAMILIES["smollm2"], TOKENIZERS["plain"], (USER,), ()) == ([], [])


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_answers_in_a_row_are_each_their_own_turn(family: ChatFamily) -> None:
    tokenizer = TOKENIZERS["plain"]
    messages = (USER, Message("assistant", "One"), Message("assistant", "Two"))
    ids, mask = training_ids(family, tokenizer, messages, ())
    assert tokenizer.decode([i for i, m in zip(ids, mask, strict=True) if m]) == "One<|im_end|>Two<|im_end|>"
    assert ids.count(START) == 3
