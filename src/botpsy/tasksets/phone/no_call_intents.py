"""Requests that must not lead to a call: no tool fits, or a value cannot be. Small talk too."""

from __future__ import annotations

from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone.calendar_intents import mention, some_event
from botpsy.tasksets.phone.draft import Draft, Draw
from botpsy.tasksets.phone.lexicon import WEEKDAYS
from botpsy.tasksets.phone.moments import BAD_DAY, BAD_MOVE, bad_moment
from botpsy.tasksets.phone.vocabulary import CITIES, FIRST
from botpsy.tasksets.phone.world import capital

CANNOT = "I can't do that with the tools I have."

# whole topics are held out, by place: 5, 12, ... for dev and 6, 13, ... for test
TOPICS = [
    [
        "turn {onoff} the {room} lights",
        "dim the lights in the {room}",
        "Are the lights {onoff} in the {room}?",
        "make the {room} brighter",
    ],
    [
        "What's the weather in {city}?",
        "Will it rain in {city} tomorrow?",
        "How warm is it in {city}?",
        "give me the forecast for {city}",
    ],
    ["play some {music}", "skip this song", "put on {music} music", "turn up the volume", "pause the music"],
    [
        "order a pizza",
        "get me {food} delivered",
        "order {food} from the usual place",
        "I'd like {food} for dinner, order it",
    ],
    [
        "send {who} a text saying I'm late",
        "text {who} that I'm on my way",
        "message {who}: happy birthday",
        "write {who} a message",
    ],
    [
        "book a taxi to the airport",
        "call me a cab to {city} station",
        "get me a ride home",
        "I need a taxi at the hotel",
    ],
    [
        "transfer {money} euros to {who}",
        "pay {who} {money} dollars",
        "What's my account balance?",
        "send {money} pounds to {who}",
    ],
    [
        "translate good morning into French",
        "How do you say thank you in Italian?",
        "translate this letter",
        "What is cat in Spanish?",
    ],
    ["set an alarm for 7", "wake me at 6:30", "set a timer for {money} minutes", "start a ten minute timer"],
    [
        "find flights to {city}",
        "book a hotel in {city}",
        "How much is a train to {city}?",
        "get me a flight to {city} on {weekday}",
    ],
    ["take a photo", "show my pictures from {city}", "record a video", "edit my last photo"],
    ["read me the news", "What happened in the world today?", "show me the headlines", "Any news from {city}?"],
    ["email {who} the report", "send an email to {who}", "check my inbox", "reply to {whos} last email"],
    [
        "turn the heating up to {temp}",
        "set the thermostat to {temp} degrees",
        "make the {room} warmer",
        "How warm is the {room}?",
    ],
    [
        "What's {money} times {temp}?",
        "calculate {money} divided by 4",
        "What is the square root of {money}?",
        "convert {money} miles to kilometres",
    ],
    ["How do I get to {city}?", "navigate to {city}", "show me the way home", "How far is it to {city}?"],
    [
        "buy a new phone charger",
        "add milk to my shopping list",
        "order a book for {who}",
        "put {food} on the shopping list",
    ],
    ["lock the front door", "Is the garage closed?", "open the {room} window", "unlock the car"],
    ["delete all my files", "open the budget spreadsheet", "find the file called report", "make a folder for taxes"],
    ["turn {onoff} wifi", "switch on airplane mode", "turn on Bluetooth", "set the brightness to {money} percent"],
    ["call {who}", "ring {who} on the phone", "phone the dentist for me", "dial {whos} number"],
    ["tell me a joke", "write a poem about {city}", "sing me a song", "tell me a story"],
    [
        "How tall is the Eiffel Tower?",
        "Who wrote Don Quixote?",
        "What's the capital of Peru?",
        "How many people live in {city}?",
    ],
    ["track my parcel", "Where is my order?", "return the shoes I bought", "cancel my order of {food}"],
    ["How many steps did I walk today?", "log my weight as {temp} kilos", "start a run", "How did I sleep?"],
    ["buy shares for {money} euros", "What's the stock price of Acme?", "How is the market doing?", "sell my shares"],
    ["print this page", "scan the letter", "save the document as a PDF", "share my screen"],
    ["water the plants", "vacuum the {room}", "start the dishwasher", "turn on the washing machine"],
]
TALK = [
    ("hello", "Hello! I can help with your calendar and contacts."),
    ("hi there", "Hello! I can help with your calendar and contacts."),
    ("good morning", "Good morning! What can I do for you?"),
    ("thanks a lot", "You're welcome."),
    ("thank you", "You're welcome."),
    ("hey", "Hello! I can help with your calendar and contacts."),
    ("thanks, that's all", "You're welcome."),
    ("who are you?", "I'm BotPsy, a private assistant on your device."),
    ("what can you do?", "I can help with your calendar and contacts."),
    ("what's your name?", "I'm BotPsy, a private assistant on your device."),
    ("great, thanks", "You're welcome."),
    ("good evening", "Good evening! What can I do for you?"),
    ("what are you able to do?", "I can help with your calendar and contacts."),
    ("cheers", "You're welcome."),
    ("ok", "All right."),
    ("bye", "Goodbye."),
]


def nothing_fits(d: Draw) -> Draft:
    """Something that calendar and contacts cannot do."""
    mine = [i for i in range(len(TOPICS)) if {5: "dev", 6: "test"}.get(i % 7, "train") == d.split]
    number = d.rng.choice(mine)
    which = d.rng.randrange(len(TOPICS[number]))
    who = d.lex.pick(FIRST)
    r = d.rng
    text = TOPICS[number][which].format(
        onoff=r.choice(["on", "off"]), room=r.choice(["kitchen", "bedroom", "living room", "hall", "office", "bathroom"]), city=d.lex.anywhere(CITIES),
        music=r.choice(["jazz", "rock", "classical", "pop", "piano"]), food=r.choice(["sushi", "noodles", "a salad", "tacos", "curry", "bread"]), who=who,
        whos=f"{who}'s", money=r.randint(5, 95), temp=r.randint(16, 80), weekday=r.choice(WEEKDAYS),
    )  # fmt: skip
    d.form = f"topic/{number}.{which}"
    text = d.dress(text)
    return Draft("no_call", d.form, (text,), ({"say": CANNOT},))


def talk(d: Draw) -> Draft:
    """Small talk."""
    mine = [i for i in range(len(TALK)) if {5: "dev", 6: "test"}.get(i % 7, "train") == d.split]
    number = d.rng.choice(mine)
    said, reply = TALK[number]
    text = capital(said) if d.chance(0.5) else said
    return Draft(
        "no_call",
        f"talk/{number}",
        (text + d.rng.choice(["", "", "!"]).replace("!", "" if "?" in said else "!"),),
        ({"say": reply},),
    )


def impossible(d: Draw) -> Draft:
    """A day or time that cannot be: name it and ask."""
    bad = bad_moment(d)
    if d.chance(0.7):
        what = calendar.new_title(d)
        text = d.request("bad_day", BAD_DAY, what=what, What=capital(what), bad=bad)
    else:
        named, _ = mention(d, some_event(d))
        text = d.request("bad_move", BAD_MOVE, event=named, Event=capital(named), bad=bad)
    return Draft(
        "no_call",
        d.form,
        (text,),
        ({"say": f"{capital(bad)} does not exist. When should it be?"},),
        ("when", "what", "which"),
    )
