"""Trips, lunches and dinners of a team."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from botpsy.apps.contacts.model import Contact
from botpsy.apps.messages.model import Thread
from botpsy.apps.travel.model import Hotel, Restaurant, Service
from botpsy.apps.travel.prices import minutes_of
from botpsy.apps.web.model import Venue
from botpsy.tasksets.phone.draft import call
from botpsy.tasksets.phone.travel_world import HOTELS, RESTAURANTS, money
from botpsy.tasksets.phone.vocabulary import STREETS
from botpsy.tasksets.phone.web_world import VENUES
from botpsy.tasksets.workplace.drawing import at, clean_days, namesake
from botpsy.tasksets.workplace.outing_forms import DINNER, ONE_MORE, TRIP, VENUE
from botpsy.tasksets.workplace.situation import Desk, Situation, writes
from botpsy.tasksets.workplace.vocabulary import PROJECTS
from botpsy.tasksets.workplace.wording import day_needle, day_text, listed, when_text


def trip(desk: Desk) -> Situation:
    """Flights there and back and a hotel between them, each the best that is to be had.

    The best hotel is full or too dear, and the cheapest flight may have no seat.
    """
    r, lex = desk.rng, desk.d.lex
    services = [s for s in desk.d.world.all("travel", Service) if s.mode == "flight"]
    home = services[0].origin
    city = r.choice([s.destination for s in services if s.origin == home])
    days = clean_days(desk, 6)
    out, back = days[1], days[r.choice([2, 3])]
    there = _cheapest(desk, home, city, out.date())
    return_ = _cheapest(desk, city, home, back.date())
    here = [h for h in desk.d.world.all("travel", Hotel) if h.city == city]
    currency = here[0].currency
    names = lex.several(HOTELS, 4)
    prices = sorted(r.sample(range(60, 140), 4))
    stars, rooms = (4, 5, 3, 5), (3, 0, 2, 4)  # good; better but full; worse; best but too dear
    hotels = [
        Hotel(f"held-hotel-{n}", name, city, stars[n], money(prices[n], currency), currency, rooms[n])
        for n, name in enumerate(names)
    ]
    desk.drop("travel", Hotel)
    desk.put("travel", *hotels)
    most = hotels[2].price
    chosen = hotels[0]
    who, boss = desk.people[:2]
    desk.drop("messages", Thread)
    desk.thread(who)
    namesake(desk, boss)

    text = desk.d.request(
        "trip", TRIP, home=home, city=city, day=day_text(out), back=day_text(back), most=f"{most} {currency}",
        who=who.name, boss=boss.name,
    )  # fmt: skip
    nights = (back.date() - out.date()).days
    ways = ((there, out, home, city), (return_, back, city, home))
    desk.turn(
        *[call("search_flights", origin=a, destination=b, day=day_text(day)) for _, day, a, b in ways],
        call("search_hotels", city=city, nights=nights, max_price=most),
        call("find_contact", name=boss.name),
    )
    desk.turn(
        *[call("book_flight", flight=s.number, day=day_text(day)) for s, day, _, _ in ways],
        call("book_hotel", hotel=chosen.name, check_in=day_text(out), nights=nights),
    )
    leaves = [at(day, minutes_of(s.leaves) // 60, minutes_of(s.leaves) % 60) for s, day, _, _ in ways]
    desk.turn(
        *[
            call("create_event", title=f"Flight {s.number}", when=when_text(start))
            for (s, _, _, _), start in zip(ways, leaves, strict=True)
        ]
    )
    said = f"I am in {city} from {day_text(out)} to {day_text(back)}, at {chosen.name}."
    message = call("send_text", to=who.name, text=said)
    mail = call(
        "send_mail", to=[boss.emails[0]], subject=f"Trip to {city}", text=f"My hotel in {city} is {chosen.name}."
    )
    others = [h.name for h in hotels[1:]]
    desk.turn(
        writes(message, {"text": [day_needle(out), day_needle(back), chosen.name]}, others),
        writes(mail, {"text": [chosen.name]}, others),
    )
    desk.say(
        f"Booked: {there.number} there, {return_.number} back, and {chosen.name} for {nights} nights.", chosen.name
    )
    return desk.done(text, apps=("travel", "calendar", "messages", "mail", "contacts"))


def venue(desk: Desk) -> Situation:
    """A lunch goes to the first place of a list that is open at the time; the places before it are not."""
    r, lex = desk.rng, desk.d.lex
    project = lex.pick(PROJECTS)
    day = clean_days(desk, 1)[0]
    start = at(day, r.choice([12, 13]), r.choice([0, 30]))
    used = {v.name for v in desk.d.world.all("web", Venue)}
    names = [f"{name} Cafe" for name in lex.several([n for n in VENUES if f"{n} Cafe" not in used], 4)]
    first = r.choice([1, 2])  # the first that is open; one after it is, too
    for n, name in enumerate(names):
        is_open = n >= first
        hours = "10:00-18:00" if is_open else r.choice(["", "07:00-11:30", "15:00-23:00"])
        week = tuple(hours if weekday == start.weekday() else "09:00-20:00" for weekday in range(7))
        desk.put("web", Venue(f"held-venue-{n}", name, "cafe", f"{r.choice(STREETS)} {r.randint(1, 99)}", week))
    guests, who = desk.people[:2], desk.people[2]
    for guest in guests:
        namesake(desk, guest)
    desk.drop("messages", Thread)
    desk.thread(who)
    note, title = f"Lunch {project}", f"{project} lunch"
    desk.note(note, f"Places: {listed(names[:3])}. Guests: {listed([g.name for g in guests])}.")
    desk.note(f"Lunch {project} last year", f"We were at {names[3]} with {desk.people[3].name}.")

    text = desk.d.request(
        "venue", VENUE, project=project, day=day_text(day), time=f"{start:%H:%M}", note=note, title=title, who=who.name
    )
    place = names[first]
    others = [n for n in names if n != place]
    desk.turn(call("find_notes", query=note))
    desk.turn(
        *[call("opening_hours", place=name, when=day_text(day)) for name in names[: first + 1]],
        *[call("find_contact", name=g.name) for g in guests],
    )
    desk.turn(call("create_event", title=title, when=when_text(start), location=place))
    message = call("send_text", to=who.name, text=f"The {project} lunch is at {place}.")
    added = call("add_to_note", note=note, text=f"Taken: {place}")
    desk.turn(
        call("invite", event=title, emails=[g.emails[0] for g in guests]),
        writes(message, {"text": [place]}, others),
        writes(added, {"text": [place]}, others),
    )
    desk.say(f"{title} is at {place}, {when_text(start)}. {listed([g.name for g in guests])} are invited.", place)
    return desk.done(text, apps=("notes", "web", "calendar", "contacts", "messages"))


def dinner(desk: Desk) -> Situation:
    """Who accepts by mail is invited and gets a seat at a table; one changes their mind, one declines."""
    r, lex = desk.rng, desk.d.lex
    project = lex.pick(PROJECTS)
    coming = r.choice([2, 3])
    guests, declined, wavering, who = desk.people[:coming], desk.people[coming], desk.people[coming + 1], desk.people[5]
    day = clean_days(desk, 1)[0]
    start = at(day, r.choice([18, 19, 20]), r.choice([0, 30]))
    title = f"{project} dinner"
    desk.event(title, start, 120)
    desk.event(f"{project} dinner speech", start - timedelta(hours=6), 30)
    city = next(s.origin for s in desk.d.world.all("travel", Service))
    currency = next(s.currency for s in desk.d.world.all("travel", Service))
    cuisine = r.choice([kind for _, kind in lex.some(RESTAURANTS, 8)])
    named = lex.several([name for name, _ in RESTAURANTS], 3)
    desk.drop("travel", Restaurant)
    kinds = (cuisine, cuisine, next(k for _, k in RESTAURANTS if k != cuisine))
    costs = [*sorted(r.sample(range(24, 60), 2)), r.randint(10, 22)]
    for n, (name, kind) in enumerate(zip(named, kinds, strict=True)):
        price = money(costs[n], currency)
        desk.put("travel", Restaurant(f"held-place-{n}", name, city, kind, price, currency, "12:00", "23:00"))
    no_meat = r.sample(guests, coming - 1)
    yes = ("Great, I will be there.", "Thanks, I am coming.", "Yes, count me in.", "With pleasure, I will come.")

    def answer(person: Contact, subject: str, line: str) -> str:
        desk.mail(person, subject, line, read=r.random() < 0.5)
        return subject

    subjects: list[str] = []
    for n, person in enumerate(guests):
        food = "I eat no meat." if person in no_meat else "I eat everything."
        subjects.append(answer(person, f"Re: {title} ({person.name.split()[0]})", f"{yes[n]} {food}"))
    regret = f"Hello, I cannot come, sorry. {r.choice(['I eat no meat anyway.', 'Have a nice evening.'])}"
    subjects.append(answer(declined, f"Re: {title} ({declined.name.split()[0]})", regret))
    subjects.append(answer(wavering, f"Change of plans, {title}", "I said yes before, but now I cannot come."))
    earlier = answer(wavering, f"Re: {title} ({wavering.name.split()[0]})", "Yes, I am coming. I eat everything.")
    desk.drop("messages", Thread)
    desk.thread(who)

    note = f"No meat {project}"
    text = desk.d.request("dinner", DINNER, title=title, cuisine=cuisine, city=city, note=note, who=who.name)
    desk.turn(call("search_mail", query=title), call("list_events", when=day_text(day)))
    desk.turn(
        *[call("read_mail", mail=subject) for subject in (*subjects, earlier)],
        call("find_restaurants", city=city, cuisine=cuisine),
    )
    people = coming + 1
    kept = call("create_note", title=note, text=f"No meat: {listed([p.name for p in no_meat])}")
    message = call("send_text", to=who.name, text=f"The {title} is at {named[0]}.")
    eats = [p.name.split()[0] for p in (*guests, declined, wavering) if p not in no_meat]
    desk.turn(
        call("invite", event=title, emails=[p.emails[0] for p in guests]),
        call("reserve_table", restaurant=named[0], when=when_text(start), people=people),
        writes(kept, {"text": [p.name.split()[0] for p in no_meat]}, eats),
        writes(message, {"text": [named[0]]}, named[1:]),
    )
    word = {3: "three", 4: "four", 5: "five"}
    desk.say(f"You are {people} people. The table is at {named[0]}, {when_text(start)}.", f"{people}|{word[people]}")
    says = [text]
    if desk.d.chance(0.4):
        says.append(desk.d.request("one_more", ONE_MORE, who=wavering.name))
        desk.turn(
            call("invite", event=title, emails=[wavering.emails[0]]),
            call("change_booking", booking=f"table at {named[0]}", people=people + 1),
        )
        now = people + 1
        desk.say(f"{wavering.name} is invited, and the table is for {now} now.", f"{now}|{word[now]}")
    return desk.done(*says, apps=("mail", "calendar", "travel", "notes", "messages"))


def _cheapest(desk: Desk, origin: str, destination: str, day: date) -> Service:
    """Return the flight of a day that is cheaper than any other with a seat. When none flies it is one of another day,
    which cannot be booked, and the situation is drawn again."""
    flights = [s for s in desk.d.world.all("travel", Service) if s.mode == "flight"]
    running = [s for s in flights if (s.origin, s.destination) == (origin, destination)]
    free = [s for s in running if day.weekday() in s.days and s.seats]
    found = min(free or running, key=lambda s: (s.price, s.number))
    cheapest = replace(found, price=found.price - 1)
    desk.put("travel", cheapest)
    return cheapest
