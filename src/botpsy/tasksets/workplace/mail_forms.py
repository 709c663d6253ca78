"""How people ask for work that begins in the mailbox."""

from __future__ import annotations

from botpsy.tasksets.phone.forms import Forms

MEETINGS = Forms(
    [
        "Go through the unread mails about project {project}. Put every meeting they propose in my calendar, titled "
        "like the mail, with its place and length, and invite whoever wrote it. Then write a note called {note} with "
        "just those that overlap with something I already have.",
        "There are new mails about {project}. Each meeting somebody suggests in them should go into the calendar "
        "under the subject of the mail, with place and duration, and its sender should be invited. List only the "
        "ones that clash with other events in a note called {note}.",
        "Check my unread {project} mails for proposed meetings. Add all of them to the calendar, named after the "
        "mail's subject, with length and place as written, invite the person who proposes it, and keep a note titled "
        "{note} that names only the meetings that clash with what was there before.",
        "Please schedule what people propose in the unread mails on {project}: one event a mail, the subject as "
        "title, same place, same length, the sender invited. I also want a note {note} that says which of them "
        "collide with my other events, and no others.",
        "I haven't read the latest mails on project {project}. Enter the meetings they propose into my calendar "
        "(subject as title, place and duration from the mail), invite each sender to theirs, and note under {note} "
        "only those that conflict with existing events.",
        "Catch up on the unread mail of project {project} for me: every suggested meeting becomes a calendar event "
        "with the mail's subject as its title, the place and the length given, and an invitation to the sender. "
        "Those that overlap with something else, and only those, belong in a note named {note}.",
        "Somebody has to sort out the unread {project} mails. Whatever meeting is proposed there: into the calendar, "
        "called like the mail, at the place and for the time it takes, sender invited. Tell me in a note called "
        "{note} which ones are at the same time as other events, leaving out the rest.",
        "In my inbox there are unread mails about {project}. If one proposes a meeting, create the event (title: the "
        "mail's subject, place and length as it says) and invite the sender. When that's done, make a note {note} "
        "with the meetings that overlap with others in my calendar, and only those.",
        "Take the unread {project} mails one by one. A proposed meeting goes into the calendar with the subject as "
        "its name, with its length and place, and the one who proposed it is invited. Which of them overlap with my "
        "other events? Only these belong in a note called {note}.",
        "I'd like all meetings that people suggest in unread mails on {project} in my calendar: named like the "
        "subject, at the given place, as long as given, with an invitation to the sender. Write the clashing ones, "
        "no others, into the note {note}.",
        "Unread mail on project {project}: turn every meeting proposal into an event with the mail's subject, place "
        "and duration, and send the sender an invitation to it. After that, put the ones in conflict with existing "
        "events into a new note {note}, nothing more.",
        "Could you deal with the new mails about {project}? What they propose as meetings belongs in the calendar "
        "(same title as the mail, same place, same duration), each with its sender invited. Note the conflicts, and "
        "just the conflicts, as {note}.",
        "Make events of the meetings that my unread {project} mails ask for. Title is the subject, place and length "
        "are in the mail, the sender is to be invited. Then compare with what I had planned: whatever overlaps, and "
        "nothing but that, is to be named in a note {note}.",
        "What do people want to meet about in project {project}? See the unread mails. Every proposal becomes an "
        "entry in my calendar, with subject, place and length taken from the mail and its writer invited. The "
        "proposals that run into another event of mine, not the others, get listed in a note called {note}.",
    ],
    [
        "(Look through|Read|Go over|Work through) (the unread mails|my unread mails|the new mails|the unread "
        "messages in my inbox) (about|on) (project |the project |){project} and (put|add|enter) each proposed "
        "meeting (in|into) my calendar with the subject as title and its place and length. Invite the sender of "
        "each. (Clashes|Those that clash with other events), and nothing else, go into a note called {note}.",
        "For project {project}, (schedule|put into the calendar|enter into the calendar) what the unread mails "
        "propose: (title as in the subject|the subject as title), place and length as given, the sender invited. "
        "(Only the clashing ones|Only those that overlap with other events) go into (a note|a new note) called "
        "{note}.",
    ],
)

OFFERS = Forms(
    [
        "I asked for offers for {what}. Read them, and of those I have not turned down already take the cheapest "
        "that delivers by {day}. Accept it in a reply that names the price, decline the others in a reply, save a "
        "note called {note} with the firm and the price, remind me on its delivery day at 9:00, and text {who} the "
        "firm's name.",
        "Several firms offer {what} by mail. Choose the lowest price with delivery no later than {day}, leaving "
        "aside whom I've refused before. Reply to that firm with the price, reply to the rest that we decline, note "
        "firm and price under {note}, set a reminder for the delivery day at 9:00 and text {who} who it is.",
        "Please decide on {what}: look at the offers in my mail. The cheapest one that comes by {day} wins; firms "
        "that I answered already are out and get no second answer. Accept by reply (mention the price), refuse the "
        "others by reply, write a note {note} with winner and price, a reminder at 9:00 on the day of delivery, and "
        "a text to {who} with the name of the firm.",
        "Offers for {what} have come in. Who is cheapest and can deliver by {day}? Skip those I have already said no "
        "to. Confirm the winner by replying with its price, turn the others down by reply, keep firm and price in a "
        "note called {note}, remind me at 9:00 when it is delivered, and let {who} know the firm by text.",
        "We need {what} by {day}. Compare the offers in the mailbox, answer the best price that is in time with a "
        "yes that repeats the price, and the others with a no, except where I've replied before. Then a note {note} "
        "(firm, price), a reminder on the delivery day at 9:00, and a text message to {who} naming the firm.",
        "Find the offers for {what} among my mails and settle it: lowest price, here by {day}, not from a firm I "
        "have rejected already. Write back to the one you take and state its price, write back to the rest with a "
        "refusal, put firm and price into a note called {note}, set a reminder for 9:00 on the delivery day, text "
        "{who} the firm.",
        "It's time to order {what}. From the mailed offers pick the least expensive one arriving by {day}; anyone "
        "who got a no from me is done with. Your reply to the chosen firm says the price, the remaining ones get a "
        "polite no. Afterwards a note titled {note} with firm and price, a 9:00 reminder on the day it arrives, and "
        "a text to {who} saying which firm.",
        "Who should deliver {what}? See the offers in my mail: cheapest price among those that deliver by {day}, "
        "without the firms I have declined before. Send that firm a reply with the price, send the remaining ones a "
        "refusal, keep firm and price as note {note}, set a reminder for delivery day, 9:00, and text {who} the firm.",
        "Deal with the offers for {what}. Condition: delivery until {day}. Criterion: price. Firms that had a no "
        "from me don't count and get nothing more. The best firm gets an answer that names its price, the rest an "
        "answer that we decline. Note firm and price as {note}, remind me at 9:00 when it's delivered, text {who} "
        "which firm it is.",
        "Read through the offers for {what} in my mailbox and choose. It has to come by {day} and be as cheap as "
        "possible, and I won't reconsider anyone I declined. Answer the chosen one with its price, decline the "
        "remaining ones, save {note} as a note with firm and price, plan a reminder for 9:00 on delivery day, and "
        "write {who} a text with the firm.",
        "{what} for the office: offers are in the mail. I want the lowest price that can be here by {day}; whoever I "
        "refused earlier is out and not to be mailed again. Reply yes with the price to one, no to the others, then "
        "a note called {note} with who and how much, a reminder at 9:00 that day, and a text to {who} with the "
        "firm's name.",
        "Please answer the offers for {what}. Yes, with the price in the reply, to the cheapest delivering no later "
        "than {day}; no to the others; nothing to firms I've answered already, they are not in the race. Keep the "
        "firm and its price under the note {note}, set me a 9:00 reminder for the day it is delivered, tell {who} "
        "the firm by text.",
        "Close the matter of {what}: several offers, one winner, namely the lowest price among those here by {day} "
        "which I have not refused yet. Confirm to the winner what it costs, refuse the rest in replies, document "
        "firm and price in a note {note}, have me reminded at 9:00 on delivery day, and message {who} the firm's "
        "name.",
        "Offers about {what} are waiting for an answer, apart from those I said no to, which stay as they are. See "
        "which can be here by {day} and take the one that costs least: reply with the price. Reply to the others "
        "that it's a no. Put firm and price in the note {note}, a reminder at 9:00 on the day of delivery, and the "
        "firm's name into a text to {who}.",
    ],
    [
        "(Compare|Look at|Go through|Check) the offers for {what} in my (mail|inbox|mails). (Take|Accept|Choose) the "
        "cheapest that (delivers|arrives|comes) by {day}, but none I have turned down already. Reply to it with the "
        "price, decline the others by reply, (save|write|make) a note {note} with firm and price, remind me at 9:00 "
        "on the delivery day, and text {who} the name of the firm.",
        "(We need|I need) {what} by {day}. (Take|Pick) the cheapest offer in my mail that is in time and that I have "
        "not declined yet: reply to that firm with the price, refuse the (others|rest) by reply, note firm and price "
        "as {note}, set a reminder at 9:00 on the delivery day and text {who} the firm.",
    ],
)

AWAY = Forms(
    [
        "{who} wrote that they will be away. Find out when, and move my meetings with {who} in that time by exactly "
        "one week, same time of day. Where the new time is taken, leave the meeting as it is. Reply with the new "
        "days, and write a note called {note} with those you could not move.",
        "There is a mail from {who} about an absence. All meetings with {who} on those days should be one week later "
        "at the same hour, unless I have something then: those stay. Answer the mail with the new days and list what "
        "stayed in a note {note}.",
        "Look up when {who} is away (it's in a mail) and shift our meetings of these days to the same time one week "
        "later. If that slot is busy, don't touch the meeting but put it into a note called {note}. Then reply to "
        "{who} with the days of the moved ones.",
        "{who} can't make it for some days, see the mail. Postpone each meeting with {who} in that period by a week, "
        "keeping the hour, but only if I'm free then. Tell {who} the new days in a reply, and keep the ones left in "
        "place in a note titled {note}.",
        "Please rearrange my meetings with {who}: a mail says from when to when {who} is gone. One week later, same "
        "time, if nothing else is there. What cannot move goes into a note called {note}, and {who} gets a reply "
        "with the new days.",
        "I think {who} mailed me about being out of the office. The meetings with {who} that fall into that absence "
        "go to the week after, same weekday and hour, provided that I have nothing else. Answer the mail with the "
        "new days; meetings that have to stay belong in a note called {note}.",
        "Because of the absence that {who} announced by mail, put off our meetings in that time by seven days, "
        "without changing the hour. Leave alone any that would collide and name them in a note {note}. Reply to "
        "{who} with the days they are on now.",
        "When is {who} away? A mail says it. Our meetings in that time are to be a week later, hour unchanged, if my "
        "calendar is free then, otherwise they stay. Reply to that mail with the new days, and keep a note {note} "
        "with what stayed.",
        "I got a mail from {who} about some days off. Reschedule our meetings of these days to one week later at the "
        "same time. If something else is there, keep the meeting where it is and name it in a note called {note}. "
        "Answer {who} with the new days.",
        "Put my meetings with {who} that fall into the absence (see the mail from {who}) one week further, at the "
        "same hour. Don't create conflicts: a meeting that would collide stays and goes into a note {note}. Let "
        "{who} know the new days in a reply.",
        "Sort out the calendar around {who}'s absence, dates are in a mail. One week later for each of our meetings "
        "then, same hour, as long as the slot is empty. Non-movable ones: leave them and write them into the note "
        "{note}. Moved ones: reply to {who} with the days.",
        "{who} is out for a few days according to a mail. Carry our meetings over to the next week, same day of the "
        "week and same time, except if there is another event. The exceptions go in a note named {note}; the new "
        "days go to {who} as a reply.",
        "See to the meetings with {who}, who announces some days of absence in a mail. Each of those in that time: "
        "seven days later, at its usual hour, when I have nothing on. If I do, it remains, and a note called {note} "
        "should say so. Write back to {who} on which days the moved ones are.",
        "A mail by {who} says which days don't work. Bring the meetings I have with {who} on them to the same hour a "
        "week on. If another event is in the way, the meeting is to stay and to be listed in a note {note}. As an "
        "answer to the mail, give {who} the new days.",
    ],
    [
        "{who} (mailed me about|wrote a mail about|announced by mail) an absence. (Move|Shift|Postpone|Push back) my "
        "meetings with {who} (in that time|on those days|during it) by exactly one week (at the same time|keeping "
        "the time), (unless|except where) I am busy then. Reply to {who} with the new days and (write|keep) a note "
        "{note} with those that stay.",
        "(Read|Look at) what {who} mailed about (being away|an absence): our meetings (then|in that time) go to the "
        "same time one week later, (except|but not) where another event is. (Those|The ones) that stay go into a "
        "note {note}, and {who} gets a reply with the new days.",
    ],
)
