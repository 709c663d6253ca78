"""How people ask for work that concerns several other people."""

from __future__ import annotations

from botpsy.tasksets.phone.forms import Forms

DUPLICATES = Forms(
    [
        "Some people are in my contacts twice, the second time with (old) after the name; the note {note} says who. "
        "Save the old entry's phone number with the proper entry where it isn't there yet, then delete the old "
        "entry. Only those in the note! Add the names you merged to the note called {log}, and mail {who} these "
        "names.",
        "The note {note} lists contacts that exist a second time as (old). For each of them, take the phone number "
        "of the old entry over if it is missing, and remove the old entry. Leave all others alone. Then add the "
        "merged names to my note {log} and send them to {who} by mail.",
        "Please tidy up the contacts named in the note {note}: carry the number of the (old) entry over to the real "
        "one unless it has it already, and delete the (old) one. Nobody else is to be touched. Put the names done at "
        "the end of the note {log}, and mail the same names to {who}.",
        "Merge double contacts for me. Whom? See the note {note}. How? The phone number of the entry marked (old) "
        "goes to the proper entry if that lacks it; the marked entry goes away. Afterwards write the names into the "
        "note {log}, below what is there, and mail them to {who}.",
        "I have double entries in the address book, marked (old). Work only on the ones from the note {note}: new "
        "number saved under the proper name when it is not there, old entry deleted. Append the names to note {log} "
        "and let {who} have the names by mail.",
        "Clean up the doubles in my contacts that the note {note} names. An (old) entry may hold a phone number that "
        "the proper entry lacks: keep that number, and delete the (old) entry in any case. Doubles of other people "
        "stay. Add who was merged to the note {log} and mail {who} the names.",
        "Look at the note {note} and remove the (old) twins of the people in it from my contacts, without losing "
        "phone numbers: what only the twin has must be saved with the person first. Touch no other twin. Finally the "
        "names of these people belong in my note {log}, after what it says now, and in a mail to {who}.",
        "In the note {note} are people whom I have twice in the contacts, once as (old). Make one out of two: the "
        "phone number in the old entry is kept with the person if it's new, the old entry is deleted. No one else. "
        "Write their names into the note {log} as well, at the end, and mail the names to {who}.",
        "Get rid of the (old) entries of the people in the note {note}, but first save any phone number that only "
        "the old entry has. Then put the names of these people at the end of the note {log} and into a mail to "
        "{who}. Other (old) entries must stay.",
        "The contacts need a clean-up as described in the note {note}: each person named has an entry with (old). "
        "Save its number with the person unless known, delete it, go on. Then add the names to note {log} and mail "
        "them to {who}. Whoever isn't named stays as is.",
        "Merge the contacts in the note {note} with their (old) entries. The number of the old entry comes first if "
        "the person doesn't have it; the old one is then deleted. Add their names to my note {log}. Send {who} a "
        "mail with their names. Do nothing about people who are not in the note.",
        "Each person in the note {note} has a second contact marked (old). Transfer the phone number if the first "
        "one lacks it, and drop the second. When finished, extend the note {log} by the names and mail {who} the "
        "names too. Don't merge anyone else.",
        "Work off the note {note}: for everyone in it, one of the two contacts is too many, namely the one with "
        "(old). Its phone number has to survive with the other if it's a different one. Add those people's names to "
        "note {log}, and send the names by mail to {who}. Others who have an (old) entry are for another day.",
        "I put the people with double contacts into the note {note}. Please fold each (old) entry into the proper "
        "one, which means keeping a phone number that is only in the old one, then deleting it. Nobody besides them. "
        "Afterwards their names are added to the note {log} and mailed to {who}.",
    ],
    [
        "(Merge|Clean up|Tidy up) the double contacts (that the note {note} names|from the note {note}): save the "
        "phone number of each old entry with the proper one (if it is missing there|where it lacks it), then delete "
        "the old entry, and touch no others. (Add|Append) the names to the note {log} and mail them to {who}.",
        "(The note|My note) {note} says who is in my contacts twice. For (each|each of them), save the phone number "
        "of the old entry (if the other lacks it|unless the other has it), delete the old entry, leave other people "
        "alone, add the names to the note {log} and mail the names to {who}.",
    ],
)

HANDOVER = Forms(
    [
        "{leaver} is leaving; the tasks are in {file}. Mail everyone who takes over an open task what it is and when "
        "it is due, and remind me of each at 9:00 on its due day. A mail of {leaver} changes one of the days. Tasks "
        'that are done need nothing. Then add the line "handed over" to the file.',
        "Please hand over the work of {leaver}. In {file} you see the tasks, who takes them and until when; one day "
        "has changed since, {leaver} mailed that. Write a mail to each person with their open task and its day, set "
        'me a reminder for 9:00 on that day, skip what is done, and append "handed over" to the file.',
        "Open tasks of {leaver} go to others, as {file} says, except that a mail from {leaver} moves one deadline. "
        "Each new owner should be mailed the task with its deadline, and I want a reminder on each of these days at "
        '9:00. Don\'t bother with finished ones. At the end of the file put "handed over".',
        "Read {file} and pass on what {leaver} has left to do: one mail for each open task, to whoever takes it, "
        "with task and due day. Check {leaver}'s mails first, since one day is different now. Remind me at 9:00 when "
        'each is due. Finally append "handed over" to the file.',
        "Take care of the handover of {leaver}. The list is {file}, and there's a mail from {leaver} about a new "
        "date for one task. Tell the new owners by mail what they have to do by which day (open tasks only), set "
        'reminders for me on those days at 9:00, and write "handed over" under the list.',
        "{leaver} has left {file} with tasks for others. For every task that isn't done: a mail to its new owner "
        "that names the task and the day, and a reminder for me at 9:00 that day. Mind that {leaver} corrected one "
        'day by mail. When all is out, add "handed over" to the file.',
        "The desk of {leaver} must be cleared. What is still to do stands in {file}, with names and days, though one "
        "day was put right in a later mail by {leaver}. The people concerned get a mail each with their task and "
        'day, I get a reminder at 9:00 on every such day, and the file gets "handed over" as its last line. Leave '
        "out what's done.",
        "What {leaver} did has to be done by others: {file} says what, who and until when. One date in it is wrong, "
        "the right one is in a mail from {leaver}. Mail each new owner of an open task what it is and by when, "
        'remind me of it at 9:00 that day, and write "handed over" at the end of the file.',
        "Go through {file}. Each task of {leaver} that's still open goes by mail to the person named, together with "
        "the due day, and becomes a reminder for me on that day at 9:00. Note that {leaver} changed one due day by "
        'mail. Last step: append "handed over" to the file.',
        "{leaver} hands over tasks, listed in {file}. Please mail the people who take them, each one their own task "
        "and the day it's due, and set reminders at 9:00 for those days. Use the new day from {leaver}'s mail where "
        'it differs, ignore what is done, and close the file with the line "handed over".',
        "Distribute the open tasks in {file} that {leaver} leaves behind: a mail per task to the new owner, saying "
        "task and day; a reminder for me per task, 9:00 on the day. A mail of {leaver} has a newer day for one of "
        'them. Then add "handed over" to the file.',
        "Please make sure that {leaver}'s open work is taken over. List: {file}. Correction of one day: in "
        "{leaver}'s mail. Each new owner needs a mail with the task and until when; I need reminders at 9:00 on "
        'these days. Tasks marked done can be skipped. Write "handed over" below.',
        "Inform the people who take over from {leaver}. According to {file} everyone has a task, and the finished "
        "ones don't matter; for one task {leaver} mailed a different day later. One mail each with the task and its "
        'day, one reminder each for me on that day at 9:00, and "handed over" at the bottom of the file.',
        "From {leaver}'s list in {file}, everything that's not done must get to its new owner. That's a mail with "
        "the task and its day, and for me a reminder on that day at 9:00. Before you send them, see in {leaver}'s "
        'mail which day has been changed. In the end the file says "handed over" as well.',
    ],
    [
        "(Hand over|Pass on) the (open tasks|unfinished tasks) of {leaver} in {file}: mail each new owner the task "
        "and its due day, and set me a reminder at 9:00 on that day. (One day|One of the days) was changed in a mail "
        'of {leaver}. Then (add|append) "handed over" to the file.',
        "{leaver} (is leaving|leaves us|is going): (send|mail) everybody in {file} who takes an open task a mail "
        "with the task and its day, and remind me at 9:00 on these days. (One day was|One of the days was) changed "
        'in a mail of {leaver}. (Add|Append) "handed over" to the file at the end.',
    ],
)

MINUTES = Forms(
    [
        "Work through the minutes in {file}: text everybody their task, set me a reminder for mine on its day at "
        "9:00, put the next meeting into the calendar as {title} and invite the people who have a task, then move "
        "the file to {folder}.",
        "The minutes {file} are out. Send each person named there their task by text message, remind me of my own "
        "one at 9:00 on the day it's due, enter the next meeting as {title} with the task owners invited, and file "
        "the minutes under {folder}.",
        "Please follow up on {file}. Tasks of others: a text to each of them. My task: a reminder on its day at "
        "9:00. The next meeting: a calendar event called {title}, with those who got tasks invited. The file: into "
        "{folder}.",
        "Read {file} and do what follows from it. Whoever has something to do gets a text that says what; mine "
        "becomes a reminder at 9:00 on the day given; the next meeting goes into my calendar as {title}, and I want "
        "the others who have tasks invited to it. Then the file can go to {folder}.",
        "From the minutes {file}: tell people by text what they have to do, remind me at 9:00 on the due day of what "
        "I have to do, schedule the next meeting under the name {title}, invite the people with tasks, and move the "
        "minutes to {folder}.",
        "Turn the minutes in {file} into action: a text message with the task to each person who got one, a 9:00 "
        "reminder on the due day for my own, an event {title} for the next meeting to which those people are "
        "invited. Put the file into {folder} when you're through.",
        "{file} has the minutes of our last meeting. Let the people in it know their tasks by text, don't let me "
        "forget mine (9:00 that day, as a reminder), enter {title} when the next meeting is and invite everyone with "
        "a task, and clear the file away to {folder}.",
        "Do what the minutes in {file} ask for: a text to each person with their task, a reminder for me at 9:00 on "
        "the day of mine, the next meeting as {title} in the calendar with an invitation to those people, and the "
        "file moved to {folder}.",
        "Take {file}. Text the tasks to those who have them, set a reminder for the one that's mine (9:00 on its "
        "day), make an event {title} at the time of the next meeting, invite the others with tasks, move the minutes "
        "to {folder}.",
        "Follow the minutes {file} to the letter: everybody with a task hears of it by text, I'm reminded of mine at "
        "9:00 on the due day, {title} is in the calendar for the next meeting and the task people are invited, and "
        "the file is in {folder}.",
        "There are tasks in {file}. Send them out as text messages, one to each person. Mine is to become a reminder "
        "at 9:00 on its date. Then schedule the next meeting as {title}, invite the people you texted, and put the "
        "file into {folder}.",
        "Process {file} for me. Texts with the tasks to their owners. A reminder at 9:00 on the day for what I have "
        "to do. Calendar: {title}, when the next meeting is; guests: the owners. At last, file it in {folder}.",
        "After our meeting, {file} lists who does what. Pass it on by text to each of them. What I do myself should "
        "come up as a reminder at 9:00 that day. When the next meeting is, add {title} to the calendar with these "
        "people invited. The minutes themselves go to {folder}.",
        "Look into {file}, where the tasks of the last meeting are. Everyone who has one receives it as a text, "
        "except me: I want a reminder at 9:00 on the day. Also enter the next meeting, named {title}, with everyone "
        "you wrote to as a guest. Then off to {folder} with the file.",
    ],
    [
        "(Follow up on|Work through|Go through) the minutes {file}: text each person their task, (remind me|set a "
        "reminder) of mine at 9:00 on its day, (add|put|enter) the next meeting in the calendar as {title}, invite "
        "those who have a task, and move the file to {folder}.",
        "(Read|Take|See) the minutes in {file}. (Send|Text) each person there their task (by text|as a text "
        "message), set me a reminder for mine at 9:00 on its day, create {title} for the next meeting with those "
        "people invited, and (move|put) the file into {folder}.",
    ],
)

PREPARE = Forms(
    [
        "Prepare the {project} meeting on {day}: one hour, the first that is free from 13:00 on. The note {note} "
        "says who is in the team: invite them. What they want to talk about is in their unread mails. Call the event "
        "{title}, write the topics into a note {agenda}, and mail them to the team in one mail.",
        "On {day} I want to meet the {project} team for an hour, in the first free full hour after 13:00. The people "
        "are in the note {note}, their topics in unread mails about {project}. Enter it as {title}, invite all, keep "
        "the topics in a note called {agenda}, and send one mail with the topics to everyone.",
        "Set up {title} on {day}, in the first hour that's free from 13:00. Invite whom the note {note} names, "
        "collect the topics from the unread {project} mails, write them down in a note named {agenda}, and mail "
        "these to all of the team at once.",
        "Please plan {title}. Day: {day}. Time: first full hour with nothing in the calendar, from 13:00. People: "
        "those of the note {note}, with an invitation. Topics: what the unread mails on {project} ask for, into the "
        "note {agenda} and into one mail to everybody invited.",
        "The {project} team should come together on {day}, for one hour, as soon as I'm free from 13:00 on. Make an "
        "event {title} and invite the team (see the note {note}). The unread mails about {project} contain topics: "
        "put them into a note {agenda} and mail them to the whole team in one go.",
        "Get {title} ready for {day}. I need the first free hour from 13:00 in the calendar under that name, "
        "invitations to the team listed in the note {note}, an agenda note called {agenda} with the topics from the "
        "unread mails on {project}, and a single mail to the team with those topics.",
        "We have to talk about {project} on {day}: book the earliest free hour from 13:00 as {title}, ask everyone "
        "in the note {note} to come, gather the topics people mailed me (unread, about {project}) in a note "
        "{agenda}, and pass the topics on in one mail to all of them.",
        "Organise {title} for {day}. It takes an hour, so find the first hour from 13:00 on when I have nothing. "
        "Everyone in the note {note} is to be invited. The unread {project} mails hold their topics: collect these "
        "in a note {agenda} and mail them to all in one mail.",
        "I need {title} in the calendar on {day}, an hour long, at the first free full hour from 13:00. The guests "
        "are in the note {note}. Read the unread mails about {project} for the topics, keep them in a note called "
        "{agenda} and send them to the guests in a single mail.",
        "Please bring the {project} team together on {day} under the title {title}: first free hour counting from "
        "13:00, invitations to the people in the note {note}, topics from the unread {project} mails both in a note "
        "{agenda} and in one mail to the team.",
        "Meeting {title}, {day}: look in my calendar for the first free hour from 13:00 on and take it. Invite the "
        "team, see the note {note}. Make a note {agenda} of the topics that unread mails about {project} bring up, "
        "and mail the team these topics, one mail for all.",
        "On {day}, the first hour from 13:00 in which I am free shall be {title}. Team: note {note}, invite them "
        "all. Topics: unread mails on {project}. Write those into a note {agenda} and mail them to everyone on the "
        "team together.",
        "Fix a time for {title} on {day}: from 13:00 on, the first hour with no other event. The members are in the "
        "note {note} and should be invited. The topics they asked for in mails on {project} that I haven't read go "
        "into a note {agenda}, and out to the members in one mail.",
        "Arrange the next {project} talk, {title}, on {day}. Start with the first hour after 13:00 that my calendar "
        "has free, invite the people from the note {note}, see the unread {project} mails for what they want to "
        "discuss, list that in a note called {agenda}, and mail the list to all of them at the same time.",
    ],
    [
        "(Prepare|Set up|Plan) {title} on {day} in the first free hour from 13:00 on: (invite|ask) the team from the "
        "note {note}, (collect|gather) the topics from the unread mails about {project} in a note {agenda}, and mail "
        "them to (the team|the whole team|everybody) in one mail.",
        "(Please put|Put|Enter) {title} (into|in) my calendar on {day}, one hour, the first free one from 13:00. "
        "Invite the people in the note {note}. (Make|Write) a note {agenda} with the topics of the unread mails "
        "about {project}, and send the topics to them in one mail.",
    ],
)
