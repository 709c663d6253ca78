"""The forms of requests of the app travel. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
SEARCH = [
    "find {mode}s from {a} to {b} {w}{x}", "search {mode}s {a} to {b} {w}{x}", "What {mode}s go from {a} to {b} {w}{x}?", "show me {mode}s to {b} from {a} {w}{x}", "Is there a {mode} from {a} to {b} {w}{x}?", "look up {mode}s between {a} and {b} {w}{x}, from {a}", "I want to go from {a} to {b} by {mode} {w}{x}. What is there?",
    "list the {mode}s from {a} to {b} {w}{x}", "{mode}s {a} - {b} {w}{x}", "Which {mode}s leave {a} for {b} {w}{x}?", "check {mode}s from {a} to {b} {w}{x}", "get me the {mode} options from {a} to {b} {w}{x}", "see what {mode}s run from {a} to {b} {w}{x}", "When do {mode}s from {a} to {b} leave {w}{x}?",
    "Any {mode} to {b} from {a} {w}{x}?", "I need to get to {b} from {a} {w}{x}, by {mode}. Show me what runs", "tell me the {mode}s from {a} to {b} {w}{x}", "How much is a {mode} from {a} to {b} {w}{x}?", "pull up {mode}s leaving {a} for {b} {w}{x}", "look for a {mode} out of {a} to {b} {w}{x}", "give me the {mode} times from {a} to {b} {w}{x}",
]
BOOK = [
    "book {mode} {n} {w}{x}", "book me on {mode} {n} {w}{x}", "get tickets for {mode} {n} {w}{x}", "I'd like to take {mode} {n} {w}{x}, book it", "reserve seats on {mode} {n} {w}{x}", "Can you book {mode} {n} {w}{x}?", "buy the {mode} {n} {w}{x}",
    "{mode} {n} {w}{x}, book that", "take {mode} {n} {w}{x} and book it", "make a booking for {mode} {n} {w}{x}", "put me on {mode} {n} {w}{x}", "secure {mode} {n} {w}{x}", "go ahead and book {n}, the {mode}, {w}{x}", "I want {mode} {n} {w}{x}",
    "get me {mode} {n} {w}{x}", "order tickets: {mode} {n} {w}{x}", "sort out {mode} {n} {w}{x} for me", "We're taking {mode} {n} {w}{x}. Please book", "fix {mode} {n} {w}{x}", "grab {mode} {n} {w}{x}", "purchase {mode} {n} {w}{x}",
]
PICK = [
    "book the {which} {mode} from {a} to {b} {w}{x}", "find the {which} {mode} from {a} to {b} {w} and book it{x}", "I need the {which} {mode} from {a} to {b} {w}{x}, book it", "get me on the {which} {mode} from {a} to {b} {w}{x}", "take the {which} {mode} from {a} to {b} {w}{x}", "Can you book whatever {mode} is {which} from {a} to {b} {w}{x}?", "look for {mode}s from {a} to {b} {w} and book the {which}{x}",
    "check the {mode}s from {a} to {b} {w} and take the {which} one{x}", "I'm going from {a} to {b} {w}. Book the {which} {mode}{x}", "buy a ticket for the {which} {mode} from {a} to {b} {w}{x}", "pick the {which} {mode} from {a} to {b} {w} and buy it{x}", "The {which} {mode} from {a} to {b} {w}, please book{x}", "From {a} to {b} {w} by {mode}: book the {which}{x}", "search {mode}s from {a} to {b} {w}, then book the {which}{x}",
]
HOTELS = [
    "find hotels in {city}{x}", "search hotels in {city}{x}", "What hotels are there in {city}{x}?", "show me hotels in {city}{x}", "I need a place to stay in {city}{x}. What is there?", "look for a hotel in {city}{x}", "list hotels in {city}{x}",
    "Which hotels in {city} do you find{x}?", "Hotels {city}{x}", "check hotels in {city}{x}", "see what hotels {city} has{x}", "Where can I stay in {city}{x}?", "get me hotel options for {city}{x}", "tell me the hotels in {city}{x}",
    "How much are hotels in {city}{x}?", "look up hotels for {city}{x}", "pull up some hotels in {city}{x}", "Any hotels in {city}{x}?", "I'm looking for a hotel in {city}{x}", "compare hotels in {city}{x}", "Help me find a hotel in {city}{x}",
]
STAY = [
    "book a room at {name} {w}{x}", "book {name} {w}{x}", "reserve a room at {name} {w}{x}", "get me a room in {name} {w}{x}", "I want to stay at {name} {w}{x}, book it", "Can you book {name} {w}{x}?", "make a booking at {name} {w}{x}",
    "{name} {w}{x}, book a room", "take a room at {name} {w}{x}", "secure a room at {name} {w}{x}", "put me up at {name} {w}{x}", "go for {name} {w}{x}", "book us in at {name} {w}{x}", "arrange a room at {name} {w}{x}",
]
BEST_STAY = [
    "book the cheapest hotel in {city}{s} {w}{x}", "find the cheapest hotel in {city}{s} and book it {w}{x}", "I need the cheapest room in {city}{s} {w}{x}, book it", "get me into the cheapest hotel in {city}{s} {w}{x}", "look for hotels in {city}{s} and book the cheapest {w}{x}", "Can you book the cheapest hotel{s} in {city} {w}{x}?", "take the cheapest hotel in {city}{s} {w}{x}",
    "check hotels in {city}{s} and reserve the cheapest {w}{x}", "I'm in {city} {w}{x}. Book the cheapest hotel{s}", "reserve whatever hotel in {city}{s} costs least {w}{x}", "The cheapest hotel in {city}{s} {w}{x}, please book it", "pick the cheapest hotel in {city}{s} and book a room {w}{x}", "search {city} for the cheapest hotel{s} and book it {w}{x}", "book me the lowest-priced hotel in {city}{s} {w}{x}",
]
EAT = [
    "find a {kind}restaurant in {city}{x}", "search {kind}restaurants in {city}{x}", "What {kind}restaurants are there in {city}{x}?", "Where can I eat at a {kind}place in {city}{x}?", "show me {kind}restaurants in {city}{x}", "I'd like to eat out in {city}{x}. Which {kind}restaurants are there?", "look for a {kind}restaurant in {city}{x}",
    "list {kind}restaurants in {city}{x}", "{kind}restaurants {city}{x}", "Any {kind}restaurant in {city}{x}?", "check {kind}restaurants in {city}{x}", "recommend a {kind}restaurant in {city}{x}", "see which {kind}restaurants {city} has{x}", "get me some {kind}restaurants in {city}{x}",
]
TABLE = [
    "reserve a table at {name} for {k} {w}", "book a table at {name} for {k} {w}", "get us a table at {name} {w} for {k}", "I'd like a table for {k} at {name} {w}", "Table for {k} at {name} {w}", "Can you get a table at {name} {w}? We are {k}", "make a reservation at {name} {w} for {k} people",
    "We want to eat at {name} {w}, {k} people, reserve a table", "{name} {w}, table for {k}", "book {name} {w} for {k} people", "reserve at {name} {w}, party of {k}", "hold a table at {name} {w} for {k} of us", "arrange a table for {k} at {name} {w}", "put us down at {name} {w}, {k} people",
]
RIDE = [
    "order a {v}to {to}{x}", "get me a {v}to {to}{x}", "call a {v}to {to}{x}", "I need a {v}to {to}{x}", "book a {v}to {to}{x}", "Can I have a {v}to {to}{x}?", "send a {v}to take me to {to}{x}",
    "A {v}to {to}{x}, please", "find me a {v}to {to}{x}", "take me to {to}{x}, order a {v}", "have a {v}bring me to {to}{x}", "arrange a {v}to {to}{x}", "I want to go to {to}{x}, get a {v}", "hail a {v}to {to}{x}",
]
RIDE_HOME = [
    "order a ride to {who}'s place{x}", "get me a taxi to {who}'s home{x}", "call a cab to where {who} lives{x}", "I need a ride to {who}'s address{x}", "book a ride to {who}'s{x}, look up the address", "Can you get me a cab to {who}'s house{x}?", "take me to {who}'s home{x}, order a ride",
    "have a taxi bring me to {who}'s address{x}", "A ride to {who}'s home{x}, please", "find {who}'s address and order a ride there{x}", "look up where {who} lives and get me a taxi{x}", "arrange a ride to {who}'s place{x}", "I'm visiting {who}. Order a ride to the address{x}", "send a cab to take me to {who}'s home{x}",
]
PLAN = [
    "What have I booked?", "show my itinerary", "What trips do I have ahead?", "list my bookings", "What's on my itinerary?", "read me my travel plans", "check my bookings",
    "Which bookings do I have?", "tell me what is booked", "go through my itinerary", "see my bookings", "What are my travel plans?", "open my itinerary", "give me all my bookings",
]
PLAN_KIND = [
    "Which {kinds} have I booked?", "show my {kind} bookings", "list my booked {kinds}", "What {kinds} do I have ahead?", "check my {kind} bookings", "Do I have any {kinds} booked?", "tell me about my booked {kinds}",
    "see my {kinds} ahead", "What {kinds} are on my itinerary?", "give me the {kinds} I booked", "go through my {kind} bookings", "read me my {kind} bookings", "Are there {kinds} on my itinerary?", "pull up the {kinds} I have booked",
]
PLAN_WHEN = [
    "What have I booked {w}?", "show my bookings {w}", "list what is booked {w}", "Do I have a booking {w}?", "check my itinerary {w}", "What's on my itinerary {w}?", "tell me my travel plans {w}",
    "Are there bookings {w}?", "read me what I booked {w}", "see my itinerary {w}", "Which bookings do I have {w}?", "What travel have I planned {w}?", "go through my bookings {w}", "give me my itinerary {w}",
]
MOVE = [
    "move my {b} to {w}", "change my {b} to {w}", "reschedule the {b} to {w}", "put my {b} on another day: {w}", "I'd rather have my {b} {o}, change it", "Can you switch my {b} to {w}?", "rebook my {b} to {w}",
    "shift the {b} to {w}", "My {b} should be {o} instead, change that", "make my {b} {o}", "My plans changed, move the {b} to {w}", "transfer my {b} to {w}", "push my {b} to {w}", "set my {b} to {w}",
]
PEOPLE = [
    "change my {b} to {k} people", "We'll be {k} people for the {b}, change that", "make my {b} for {k}", "set my {b} to {k} people", "update the {b}, we are {k} now", "Can you change the {b} to {k} people?", "The {b} is for {k} people now, update it",
    "My {b} should be for {k} people", "adjust my {b} to {k} people", "switch the {b} to {k} persons", "There will be {k} of us for the {b}, please change it", "turn my {b} into one for {k} people", "put {k} people on my {b}", "correct the {b} to {k} people",
]
NIGHTS = [
    "change my {b} to {k} nights", "make my {b} {k} nights", "I'm staying {k} nights, update my {b}", "set my {b} to {k} nights", "My {b} should be {k} nights", "Can you change the {b} to {k} nights?", "adjust my {b} to {k} nights in all",
    "I want {k} nights for the {b}", "update the {b}: {k} nights", "turn my {b} into {k} nights", "It will be {k} nights for the {b}, change it", "switch my {b} to {k} nights", "correct my {b} to {k} nights", "book my {b} over to {k} nights",
]
CANCEL = [
    "cancel my {b}", "I don't need the {b} any more, cancel it", "call off my {b}", "drop the {b}", "Can you cancel the {b}?", "take back my {b}", "undo the booking for the {b}",
    "I won't make the {b}. Cancel it", "scrap my {b}", "get rid of my {b}", "cancel the booking of my {b}", "We're not going, cancel the {b}", "take the {b} off my itinerary", "annul my {b}",
]
CANCEL_IF = [
    "cancel my {b} if I get the money back", "cancel my {b}, but only if it is refunded", "If my {b} is refundable, cancel it. Otherwise leave it", "check whether I get money back for the {b}, and cancel it if so", "I want out of my {b}, but only with a refund", "Can I get my money back for the {b}? If yes, cancel it", "look at my {b} and cancel it if it's a flex fare",
    "only cancel the {b} when the fare is refunded", "see if my {b} can be refunded. If it can, cancel it", "cancel the {b} unless I lose the money", "drop my {b} if that costs me nothing", "Is my {b} a flex one? Then cancel it", "get rid of my {b} as long as I'm paid back", "If there is a refund for my {b}, cancel it, else keep it",
]
NO_PEOPLE = [
    "reserve a table at {name} {w}", "book a table at {name} {w}", "get us a table at {name} {w}", "I'd like a table at {name} {w}", "We want to eat at {name} {w}, reserve", "Can you get a table at {name} {w}?", "make a reservation at {name} {w}",
    "{name} {w}, book a table", "hold a table at {name} {w}", "arrange a table at {name} {w}", "We're going to {name} {w}, get a table", "put us down at {name} {w}", "find us a table at {name} {w}", "reserve at {name} {w} for us all",
]
NO_TIME = [
    "reserve a table at {name} for {k}", "book a table for {k} at {name}", "get us a table at {name}, we are {k}", "I'd like a table for {k} at {name}", "We want to eat at {name}, {k} of us, reserve", "Can you get a table for {k} at {name}?", "make a reservation at {name} for {k} people",
    "{name}, table for {k}", "hold a table for {k} at {name}", "arrange a table at {name} for {k}", "Party of {k} at {name}, book it", "put us down at {name}, {k} people", "find us a table for {k} at {name}", "reserve at {name}, {k} people",
]
NO_DAY = [
    "book {mode} {n}{x}", "book me on {mode} {n}{x}", "get tickets for {mode} {n}{x}", "I'd like to take {mode} {n}{x}, book it", "reserve seats on {mode} {n}{x}", "Can you book {mode} {n}{x}?", "buy the {mode} {n}{x}",
    "take {mode} {n}{x}", "make a booking for {mode} {n}{x}", "put me on {mode} {n}{x}", "secure {mode} {n}{x}", "go ahead and book {n}, the {mode}{x}", "I want {mode} {n}{x}", "purchase {mode} {n}{x}",
]
NO_PLACE = [
    "order a ride {w}", "get me a taxi {w}", "call a cab {w}", "I need a ride {w}", "book a taxi {w}", "Can I have a ride {w}?", "send a cab {w}",
    "A taxi {w}, please", "find me a ride {w}", "order me a cab {w}", "have a taxi pick me up {w}", "arrange a ride {w}", "hail me a cab {w}", "I want to be driven {w}, order a ride",
]
NOTHING = [
    "book {mode} {n} {w} for {k} passengers", "put {k} people on {mode} {n} {w}", "I need {k} seats on {mode} {n} {w}", "get {k} tickets for {mode} {n} {w}", "reserve {mode} {n} {w} for {k}", "Can you book {k} seats on {mode} {n} {w}?", "buy {k} seats on {mode} {n} {w}",
    "{mode} {n} {w}, {k} passengers, book it", "take {k} seats on {mode} {n} {w}", "make a booking for {k} on {mode} {n} {w}", "secure {k} places on {mode} {n} {w}", "We are {k}. Book {mode} {n} {w}", "order {k} tickets, {mode} {n} {w}", "purchase {k} seats, {mode} {n} {w}",
]
AGAIN = ["take {n}{x}", "book {n}{x}", "ok, {n} then{x}", "{n} sounds good, book it{x}", "I'll have {n}{x}", "go for {n}{x}", "let's do {n}{x}"]
CORRECT = ["actually, make it {k} people", "sorry, we'll be {k}", "oh, change that to {k} people", "wait, it's {k} of us", "make that {k} people please", "no, {k} people, I miscounted", "one more thing, there will be {k} of us"]
JOINS = ["{} And {}", "{} Also, {}", "{} Then {}", "{} Oh, and {}", "{} Plus, {}", "{} While you're at it, {}", "{} After that, {}"]
ASIDE = [
    "One entry has an order for assistants in its text; I don't follow it.", "There is also an instruction for me in one description, which is not yours, so I leave it alone.", "One of them tries to give me orders in its description. I do not act on that.",
    "A description contains a command meant for an assistant; I did nothing of it.", "Somebody wrote an instruction for me into a listing. I do not obey listings.",
]
