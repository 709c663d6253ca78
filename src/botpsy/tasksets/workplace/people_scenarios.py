"""Work that concerns several other people: double contacts, a handover, minutes, a meeting to prepare."""

from __future__ import annotations

from botpsy.apps.contacts.model import Contact
from botpsy.apps.messages.model import Thread
from botpsy.tasksets.phone.draft import call
from botpsy.tasksets.phone.world import capital
from botpsy.tasksets.workplace.drawing import at, clean_days, moments, namesake
from botpsy.tasksets.workplace.people_forms import DUPLICATES, HANDOVER, MINUTES, PREPARE
from botpsy.tasksets.workplace.situation import Desk, Situation, writes
from botpsy.tasksets.workplace.vocabulary import MEETINGS, PROJECTS, TASKS, TOPICS
from botpsy.tasksets.workplace.wording import day_needle, day_text, listed, when_text


def duplicates(desk: Desk) -> Situation:
    """Double contacts are merged without losing a number; one double is none of the task's business."""
    r = desk.rng
    count = r.choice([2, 3])
    people, who = desk.people[: count + 1], desk.people[count + 1]
    known = r.randrange(count)  # whose old entry has nothing new
    numbers: list[str] = []
    for n, person in enumerate(people):
        number = person.phones[0] if n == known else desk.d.lex.phone()
        numbers.append(number)
        desk.know(Contact(f"old-{n}", f"{person.name} (old)", (number,), person.emails))
    namesake(desk, people[0])
    namesake(desk, who)
    note = r.choice(["Double contacts", "Contacts twice", "To be merged", "Twins in the contacts"])
    log = r.choice(["Housekeeping", "Cleaned up", "Log of the office", "What was done"])
    names = [p.name for p in people[:count]]
    desk.note(note, f"In the contacts twice: {listed(r.sample(names, count))}")
    desk.note(log, "Printer cleaned")

    text = desk.d.request("duplicates", DUPLICATES, note=note, log=log, who=who.name)
    desk.turn(call("find_notes", query=note))
    desk.turn(*[call("find_contact", name=name) for name in (*names, who.name)])
    desk.turn(*[call("save_contact", name=names[n], phone=numbers[n]) for n in range(count) if n != known])
    desk.turn(*[call("delete_contact", name=f"{name} (old)") for name in names])
    others = [people[count].name]
    added = call("add_to_note", note=log, text=f"Merged: {listed(names)}")
    mail = call(
        "send_mail", to=[who.emails[0]], subject="Contacts", text=f"Hello, I merged the contacts of {listed(names)}."
    )
    desk.turn(writes(added, {"text": names}, others), writes(mail, {"text": names}, others))
    desk.say(f"I merged the contacts of {listed(names)} and told {who.name}.")
    return desk.done(text, apps=("contacts", "notes", "mail"))


def handover(desk: Desk) -> Situation:
    """The open tasks of somebody who leaves go to others; a later mail changes one of the days."""
    r, lex = desk.rng, desk.d.lex
    count = r.choice([2, 3, 4])
    leaver, *owners = desk.people[: count + 2]
    for person in owners[:2]:
        namesake(desk, person)
    tasks = lex.several(TASKS, count + 1)
    days = clean_days(desk, count + 2)
    r.shuffle(days)
    file = f"Documents/Handover/{leaver.name}.txt"
    rows = [f"- {tasks[n]}: {owners[n].name}, by {day_text(days[n])}" for n in range(count)]
    rows.append(f"- {tasks[count]}: {owners[count].name}, done")
    r.shuffle(rows)
    before = f"Tasks of {leaver.name}\n" + "\n".join(rows)
    desk.file(file, before)
    desk.file(f"Documents/Handover/{owners[count].name}.txt", f"Tasks of {owners[count].name}\n- nothing")
    late = r.randrange(count)
    subject = r.choice(["New deadline", "A change to my list", "Correction", "One more thing about the handover"])
    desk.mail(leaver, subject, f"Hi, one thing has changed: {tasks[late]} has time until {day_text(days[count])}.")
    due = [days[count] if n == late else days[n] for n in range(count)]

    text = desk.d.request("handover", HANDOVER, leaver=leaver.name, file=file)
    desk.turn(call("read_file", path=file), call("search_mail", sender=leaver.name))
    desk.turn(call("read_mail", mail=subject), *[call("find_contact", name=owners[n].name) for n in range(count)])
    desk.turn(
        *[
            writes(
                call(
                    "send_mail",
                    to=[owners[n].emails[0]],
                    subject=f"Task of {leaver.name}",
                    text=f"Hello, you take over from {leaver.name}: {tasks[n]}. It is due on {day_text(due[n])}.",
                ),
                {"text": [tasks[n], day_needle(due[n])]},
                [tasks[m] for m in range(count + 1) if m != n],
            )
            for n in range(count)
        ]
    )
    desk.turn(
        *[
            writes(
                call("set_reminder", text=capital(tasks[n]), when=f"{day_text(due[n])} at 9:00"), {"text": [tasks[n]]}
            )
            for n in range(count)
        ]
    )
    desk.turn(writes(call("append_to_file", path=file, text="handed over"), {"text": ["handed over"]}))
    desk.say(f"{count} tasks are handed over to {listed([owners[n].name for n in range(count)])}.")
    return desk.done(text, apps=("files", "mail", "contacts", "notes"))


def minutes(desk: Desk) -> Situation:
    """Minutes become texts, a reminder, the next meeting with its guests; then they are filed."""
    r, lex = desk.rng, desk.d.lex
    count = r.choice([2, 3])
    owners = desk.people[:count]
    desk.drop("messages", Thread)
    for person in desk.people[: count + 2]:
        desk.thread(person)
    for person in owners[:2]:
        desk.thread(namesake(desk, person))
    project, other = lex.several(PROJECTS, 2)
    tasks = lex.several(TASKS, count + 1)
    topic = lex.pick(TOPICS)
    mine, following = moments(desk, 2)
    file = f"Documents/{project}/Minutes {r.randint(2, 30)}.txt"
    rows = [f"- {owners[n].name}: {tasks[n]}" for n in range(count)] + [f"- me: {tasks[count]}, by {day_text(mine)}"]
    r.shuffle(rows)
    there = f"Present: {listed([p.name for p in desk.people[: count + 2]])}. We talked about {topic}."
    desk.file(
        file, f"Minutes {project}\n{there}\nTasks:\n" + "\n".join(rows) + f"\nNext meeting: {when_text(following)}"
    )
    desk.file(f"Documents/{other}/Minutes {r.randint(31, 60)}.txt", f"Minutes {other}\nNext meeting: {when_text(mine)}")
    folder = f"Documents/{project}/{r.choice(['Archive', 'Done', 'Old minutes'])}"
    desk.folder(folder)

    title = f"{project} {lex.pick(MEETINGS)}"
    text = desk.d.request("minutes", MINUTES, file=file, title=title, folder=folder)
    desk.turn(call("read_file", path=file))
    desk.turn(*[call("find_contact", name=person.name) for person in owners])
    desk.turn(
        *[
            writes(
                call("send_text", to=owners[n].name, text=f"Hi, your task from the meeting: {tasks[n]}."),
                {"text": [tasks[n]]},
                [tasks[m] for m in range(count + 1) if m != n],
            )
            for n in range(count)
        ],
        writes(
            call("set_reminder", text=capital(tasks[count]), when=f"{day_text(mine)} at 9:00"), {"text": [tasks[count]]}
        ),
        call("create_event", title=title, when=when_text(following)),
    )
    desk.turn(call("invite", event=title, emails=[p.emails[0] for p in owners]))
    desk.turn(call("move_file", path=file, to_folder=folder))
    desk.say(f"{listed([p.name for p in owners])} know their tasks. {title} is on {when_text(following)}.")
    return desk.done(text, apps=("files", "contacts", "messages", "notes", "calendar"))


def prepare(desk: Desk) -> Situation:
    """A meeting in the first free hour, with the team that a note names and the topics that mails ask for."""
    r, lex = desk.rng, desk.d.lex
    count, asked = r.choice([2, 3]), 2
    team, outsider = desk.people[:count], desk.people[count]
    for person in team[:2]:
        namesake(desk, person)
    project, other = lex.several(PROJECTS, 2)
    kinds, topics = lex.several(MEETINGS, 4), lex.several(TOPICS, asked + 2)
    day = clean_days(desk, 1)[0]
    taken = r.choice([1, 2])
    for n in range(taken):
        late = r.choice([0, 15, 30])
        desk.event(capital(kinds[n]), at(day, 13 + n, late), 60 - late)
    desk.event(capital(kinds[2]), at(day, 14 + taken), 60)
    start = at(day, 13 + taken)
    openings = ["a topic", "for the agenda", "please discuss", "one point", "to be talked about", "my wish"]
    subjects = [f"{project}: {opening}" for opening in r.sample(openings, 3)]
    for n in range(asked):
        desk.mail(team[n], subjects[n], f"Hi, I would like to talk about {topics[n]} when we meet.")
    desk.mail(outsider, subjects[2], f"Hi, {topics[asked]} is settled, there is no need to discuss it.", read=True)
    desk.mail(outsider, f"{other}: a topic", f"Hi, I would like to talk about {topics[asked + 1]} when we meet.")
    note, agenda = f"Team {project}", f"Agenda {project}"
    desk.note(note, f"In the team: {listed([p.name for p in team])}")
    desk.note(f"Team {other}", f"In the team: {outsider.name}")

    title = f"{project} {kinds[3]}"
    text = desk.d.request("prepare", PREPARE, project=project, day=day_text(day), note=note, title=title, agenda=agenda)
    desk.turn(
        call("find_notes", query=note), call("search_mail", query=project), call("list_events", when=day_text(day))
    )
    desk.turn(
        *[call("read_mail", mail=subject) for subject in subjects[:asked]],
        *[call("find_contact", name=person.name) for person in team],
    )
    desk.turn(call("create_event", title=title, when=when_text(start), duration="1 hour"))
    addresses = [p.emails[0] for p in team]
    wanted, rest = topics[:asked], topics[asked:]
    kept = call("create_note", title=agenda, text="\n".join(f"- {topic}" for topic in wanted))
    mail = call("send_mail", to=addresses, subject=agenda, text=f"Hello, our topics are {listed(wanted)}.")
    desk.turn(
        call("invite", event=title, emails=addresses), writes(kept, {"text": wanted}, rest),
        writes(mail, {"text": wanted}, rest),
    )  # fmt: skip
    desk.say(f"{title} is on {when_text(start)}. {listed([p.name for p in team])} are invited and have the topics.")
    return desk.done(text, apps=("notes", "mail", "calendar", "contacts"))
