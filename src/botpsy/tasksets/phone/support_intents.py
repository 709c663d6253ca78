"""Requests at a service desk, with what a perfect agent does: identity first, then the record and the policy, and only
then a change, a hand-over or a refusal.

The tools would allow more than the policy does; where it forbids, the gold state is the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from botpsy.apps.support.model import Account, Customer, Order, PhoneLine
from botpsy.core.messages import Json
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.support_cases import (
    Case,
    Thing,
    a_cancellation,
    a_line,
    a_plan,
    a_refund,
    alone,
    an_exchange,
    contact,
    disputable,
    either,
    ending,
    favoured,
    join,
    lead,
    line_words,
    other_plan,
    owner,
    plan_refusal,
    policy,
    proof,
    refusal,
    show,
    undisputable,
)
from botpsy.tasksets.phone.support_forms import (
    ADDRESS,
    ASK_AGAIN,
    ASK_PROOF,
    BOTH,
    BOTH_CODE,
    CONTACT,
    DISPUTE,
    PRESSURE,
    RESUME_AND,
    SHAPELESS,
)
from botpsy.tasksets.phone.support_world import STREETS
from botpsy.tasksets.phone.vocabulary import CITIES

APPS = ("support",)

# fmt: off
# fmt: on
PROOF_ASKS = ("date of birth", "postcode", "born")


def dispute_case(d: Draw, account: Account) -> Case:
    """A charge to be disputed; its number is found on the account."""
    rules = policy(d, "disputes")
    charge = favoured(d, disputable(d, account), lambda c: not undisputable(d, c) and c.amount <= rules.limit)
    words = d.request("dispute", DISPUTE, sum=f"{charge.amount:.2f}", shop=charge.merchant, on="{on}")
    full, loose = words.replace("{on}", f" on account {account.uid}"), words.replace("{on}", "")
    looks = show(account.uid, "disputes")
    no, tell = refusal(d, f"dispute the charge of {charge.merchant}", undisputable(d, charge))
    if no:
        return Case(full, loose, looks, no=no, tell=tell)
    if charge.amount > rules.limit:
        return Case(
            full,
            loose,
            looks,
            ((call("hand_over", customer=account.customer, team="banking", reason="policy limit"),),),
        )
    return Case(full, loose, looks, ((call("dispute_charge", account=account.uid, charge=charge.uid),),))


Maker = Callable[[Draw], tuple[Thing, Callable[[], Case]]]


def a_dispute(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """An account with a charge to be disputed."""
    held = [a for a in d.world.all("support", Account) if disputable(d, a)]
    if not held:
        return a_refund(d)
    account = d.rng.choice(held)
    return account, lambda: dispute_case(d, account)


def change(d: Draw, maker: Maker) -> Draft:
    """A change by a customer who proves who they are at once, or when asked; sometimes without the number of the
    thing, which is found by the customer first."""
    thing, make = maker(d)
    c = owner(d, thing.customer)
    case = make()
    reach, (said, what, argument) = contact(d, c), proof(d, c)
    loose = alone(d, thing) and d.chance(0.35)
    words = case.loose if loose else case.words
    check: list[Call] = [call("verify_identity", contact=reach, **argument)]
    find: tuple[Mapping[str, Json], ...] = ({"calls": [call("find_customer", contact=reach)]},) if loose else ()
    rest = (*find, {"calls": list(case.looks)}, *ending(case))
    if d.chance(0.4):
        text = join(words, d.rng.choice(CONTACT).format(c=reach, name=c.name))
        then = d.rng.choice([f"my {what} is {said}", f"{said}", f"{what} {said}", f"it's {said}"])
        moves = ({"say": d.rng.choice(ASK_PROOF)}, {"calls": check}, *rest)
        return Draft("multi_turn", d.form, (text, then), moves, PROOF_ASKS, apps=APPS)
    forms = BOTH if what == "date of birth" else BOTH_CODE
    text = join(words, d.rng.choice(forms).format(c=reach, p=said, name=c.name))
    return Draft("multi_step", d.form, (text,), ({"calls": check}, *rest), apps=APPS)


MAKERS: dict[str, tuple[Maker, int]] = {
    "refund": (a_refund, 12),
    "exchange": (an_exchange, 9),
    "cancel": (a_cancellation, 8),
    "plan": (a_plan, 9),
    "line": (a_line, 8),
    "dispute": (a_dispute, 9),
}


def any_maker(d: Draw) -> Maker:
    """Any kind of change."""
    return d.rng.choice([maker for maker, _ in MAKERS.values()])


def address(d: Draw) -> Draft:
    """Another postal address, which policy forbids while an order is on its way."""
    held = d.world.all("support", Customer)
    on_way = {o.customer for o in d.world.all("support", Order) if o.status == "shipped"}
    waiting = d.chance(0.4)
    c = either(d, [c for c in held if (c.uid in on_way) == waiting], held)
    to = f"{d.lex.some(STREETS, 1)[0]} {d.rng.randint(1, 99)}, {d.lex.anywhere(CITIES)}"
    words = d.request("address", ADDRESS, to=to)
    reach, (said, what, argument) = contact(d, c), proof(d, c)
    looks = (call("find_customer", contact=reach), call("read_policy", topic="addresses"))
    no = f"{lead(d)} I can't change the address now: one of your orders is shipped." if c.uid in on_way else ""
    calls = () if no else ((call("change_address", customer=reach, address=to),),)
    case = Case(words, words, looks, calls, no, ("shipped",) if no else ())
    check = {"calls": [call("verify_identity", contact=reach, **argument)]}
    if d.chance(0.4):
        text = join(words, d.rng.choice(CONTACT).format(c=reach, name=c.name))
        then = d.rng.choice([f"my {what} is {said}", f"{said}", f"{what} {said}"])
        moves = ({"say": d.rng.choice(ASK_PROOF)}, check, {"calls": list(looks)}, *ending(case))
        return Draft("multi_turn", d.form, (text, then), moves, PROOF_ASKS, apps=APPS)
    forms = BOTH if what == "date of birth" else BOTH_CODE
    text = join(words, d.rng.choice(forms).format(c=reach, p=said, name=c.name))
    return Draft("multi_step", d.form, (text,), (check, {"calls": list(looks)}, *ending(case)), apps=APPS)


def resume_and_change(d: Draw) -> Draft:
    """A suspended line to be resumed, and then put on another plan: the plan cannot be changed before."""
    held = d.world.all("support", PhoneLine)
    asleep = [x for x in held if x.status == "suspended"]
    if not asleep:
        return change(d, a_line)
    line = either(d, [x for x in asleep if not x.owed] if d.chance(0.7) else [], asleep)
    c, new = owner(d, line.customer), other_plan(d, line)
    no, tell = plan_refusal(d, line, new)
    if no and not line.owed:  # resumed, but not changed: two outcomes in one are another task
        return change(d, a_line)
    words, _ = line_words(d.request("resume_and", RESUME_AND, plan=new.name, no="{no}"), line)
    reach, (said, what, argument) = contact(d, c), proof(d, c)
    text = join(
        words, d.rng.choice(BOTH if what == "date of birth" else BOTH_CODE).format(c=reach, p=said, name=c.name)
    )
    looks = [*show(line.uid, "plans"), call("read_policy", topic="lines")]
    steps = (
        (call("switch_line", line=line.uid, action="resume"),),
        (call("change_plan", line=line.uid, plan=new.name),),
    )
    case = Case(words, words, tuple(looks), () if no else steps, no, tell)
    moves = ({"calls": [call("verify_identity", contact=reach, **argument)]}, {"calls": looks}, *ending(case))
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def wrong_proof(d: Draw) -> Draft:
    """A proof that does not match: nothing is changed."""
    thing, make = any_maker(d)(d)
    c = owner(d, thing.customer)
    case = make()
    reach, (said, what, argument) = contact(d, c), proof(d, c, wrong=True)
    text = join(
        case.words, d.rng.choice(BOTH if what == "date of birth" else BOTH_CODE).format(c=reach, p=said, name=c.name)
    )
    no = d.rng.choice([
        f"I'm sorry, the {what} does not match, so your identity is not confirmed and I can't change anything.", f"That {what} is not what we have, so I cannot do this.", f"I can't go on: the {what} does not match our records.",
        f"Your identity could not be confirmed by that {what}, so nothing can be changed.",
    ])  # fmt: skip
    moves = ({"calls": [call("verify_identity", contact=reach, **argument)]}, {"say": no, "tell": [what]})
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def not_theirs(d: Draw) -> Draft:
    """A confirmed customer asks for a change to what is another's: refused."""
    thing, make = any_maker(d)(d)
    c = d.rng.choice([c for c in d.world.all("support", Customer) if c.uid != thing.customer])
    case = make()
    reach, (said, what, argument) = contact(d, c), proof(d, c)
    text = join(
        case.words, d.rng.choice(BOTH if what == "date of birth" else BOTH_CODE).format(c=reach, p=said, name=c.name)
    )
    no = d.rng.choice([
        f"I'm sorry, {thing.uid} does not belong to you, so I can't change it.", f"{thing.uid} is not yours, so I cannot do that.", f"I can't do this: {thing.uid} is held by another customer.",
        f"Only its holder may ask for that, and {thing.uid} is not in your name.",
    ])  # fmt: skip
    moves = (
        {"calls": [call("verify_identity", contact=reach, **argument)]},
        {"calls": [call("show_record", number=thing.uid)]},
        {"say": no, "tell": [thing.uid]},
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def pressed(d: Draw) -> Draft:
    """No proof, and none to come: the agent asks, and asks again."""
    thing, make = any_maker(d)(d)
    c = owner(d, thing.customer)
    case = make()
    text = join(case.words, d.rng.choice(CONTACT).format(c=contact(d, c), name=c.name))
    first = {"say": d.rng.choice(ASK_PROOF)}
    if d.chance(0.3):
        return Draft("no_call", d.form, (text,), (first,), PROOF_ASKS, apps=APPS)
    moves = (first, {"say": d.rng.choice(ASK_AGAIN)})
    return Draft("no_call", d.form, (text, d.lex.some(PRESSURE, 1)[0]), moves, PROOF_ASKS, apps=APPS)


def shapeless(d: Draw) -> Draft:
    """A refund of nobody knows what, for nobody knows whom: ask."""
    text = d.request("shapeless", SHAPELESS)
    ask = d.rng.choice(
        [
            "Which order is it about, and what is your e-mail address?",
            "What would you like refunded, and in which order?",
            "Which item of which order do you mean?",
        ]
    )
    return Draft("no_call", d.form, (text,), ({"say": ask},), ("order", "item", "what", "e-mail", "email"), apps=APPS)


def changing(maker: Maker) -> Callable[[Draw], Draft]:
    """The intent of one kind of change."""
    return lambda d: change(d, maker)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    **{name: (changing(maker), weight) for name, (maker, weight) in MAKERS.items()},
    "address": (address, 6),
    "resume_and_change": (resume_and_change, 5),
    "wrong_proof": (wrong_proof, 5),
    "not_theirs": (not_theirs, 5),
    "pressed": (pressed, 5),
    "shapeless": (shapeless, 2),
}
