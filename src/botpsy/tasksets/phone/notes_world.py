"""What the notes app holds at first, and words for new things."""
# ruff: noqa: E501

from __future__ import annotations

from datetime import datetime, timedelta

from botpsy.apps.contacts.model import Contact
from botpsy.apps.notes.model import Checklist, Note, Reminder, Timer
from botpsy.apps.resources import Resource
from botpsy.tasksets.phone.lexicon import Lexicon

NOTES = (
    ("Garden plan", "tomatoes by the wall, beans in front"), ("Book ideas", "a lighthouse keeper who cannot sleep"),
    ("Wifi at the cabin", "network lakeside, password under the lamp"), ("Gift ideas", "a scarf, a map of the coast"),
    ("Holiday packing", "rain jacket, charger, two books"), ("Recipe for lentils", "onion, cumin, a spoon of vinegar"),
    ("Car trouble", "rattles at 80, worse when cold"), ("Class notes", "chapter four, the water cycle"),
    ("House rules", "no shoes upstairs"), ("Paint colours", "hall in light grey, door in green"),
    ("Running log", "five kilometres on the hill route"), ("Meeting points", "budget, new hires, the move"),
    ("Bike size", "frame 56, wheels 28 inches"), ("Film list", "three comedies and a western"),
    ("Knitting pattern", "knit two, purl two, repeat to the armhole"), ("Alarm code hint", "the year the house was built"),
    ("Tax papers", "receipts in the blue folder"), ("Trip to the coast", "ferry at nine, boots for the cliffs"),
    ("Piano pieces", "two preludes and the slow waltz"), ("Guest list", "both aunts, the neighbours, six from work"),
    ("Plants to water", "ferns twice a week, cactus never"), ("Shoe sizes", "Leo 31, Mia 34"),
    ("Speech draft", "thank the cooks first, then the story of the boat"), ("Bread attempts", "more salt, longer proof"),
    ("Dream", "a train through a library"), ("Kitchen measures", "worktop 62 deep, window at 140"),
    ("Quotes", "nothing is as new as an old street"), ("Spanish words", "la llave, el enchufe, la cuerda"),
    ("Fuse box", "third from the left is the oven"), ("Training ideas", "stairs on Tuesday, swim on Friday"),
)  # fmt: skip
LISTS = (
    "shopping", "to-do", "packing", "groceries", "hardware store", "party", "wish list", "camping", "pharmacy", "bakery",
    "birthday gifts", "books to read", "films to see", "garden centre", "office supplies", "weekend", "spring cleaning",
    "moving house", "barbecue", "supermarket", "butcher", "chores", "beach",
)  # fmt: skip
ITEMS = (
    "milk", "eggs", "bread", "rice", "apples", "coffee", "soap", "batteries", "olive oil", "candles", "light bulbs",
    "tea", "butter", "onions", "pasta", "toothpaste", "paper towels", "yoghurt", "lemons", "flour", "cat food",
    "sun cream", "stamps", "nails", "honey", "carrots", "cheese", "sponges", "napkins", "juice",
)  # fmt: skip
CHORES = (
    "water the plants", "call the plumber", "pay the rent", "take the bins out", "renew the passport", "feed the cat",
    "send the invoice", "book the vet", "charge the bike", "return the library books", "pick up the parcel",
    "order the cake", "clean the filter", "print the tickets", "check the oven", "take the medicine", "defrost the fish",
    "ring grandma", "hang up the washing", "buy the train pass", "back up the laptop",
)  # fmt: skip
TIMERS = ("pasta", "laundry", "tea", "workout", "bread", "nap", "eggs")


def seed(lex: Lexicon, people: tuple[Contact, ...], now: datetime) -> tuple[Resource, ...]:
    """Draw notes, lists, reminders and at most two timers."""
    del people
    r = lex.rng
    notes = [Note(f"note-{i}", title, text) for i, (title, text) in enumerate(lex.some(NOTES, 4))]
    lists: list[Checklist] = []
    for i, name in enumerate(lex.some(LISTS, 2)):
        items = tuple(lex.some(ITEMS, 4))
        lists.append(Checklist(f"list-{i}", name, items, items[:1] if r.random() < 0.5 else ()))
    reminders = [
        Reminder(
            f"reminder-{i}",
            text,
            (now + timedelta(days=r.randint(0, 9))).replace(hour=r.randint(10, 21), minute=r.choice([0, 30])),
        )
        for i, text in enumerate(lex.some(CHORES, 3))
    ]
    timers = [
        Timer(f"timer-{i}", now + timedelta(minutes=r.randint(3, 50)), label)
        for i, label in enumerate(lex.some(TIMERS, 2)[: r.randint(0, 2)])
    ]
    return (*notes, *lists, *reminders, *timers)
