"""How people ask for trips, lunches and dinners of a team."""

from __future__ import annotations

from botpsy.tasksets.phone.forms import Forms

TRIP = Forms(
    [
        "Plan my business trip from {home} to {city}: fly there on {day} and back on {back}, each time on the "
        "cheapest flight that has a seat. Book the hotel with the most stars that costs at most {most} a night and "
        'has a room. Put both flights into the calendar as "Flight" with the number, text {who} the two days and '
        "the hotel, and mail the hotel's name to {boss}.",
        "I have to go from {home} to {city} on {day} and return on {back}. Book the cheapest flights with seats "
        "left, and for the nights between the best hotel by stars that's not full and not over {most} a night. Each "
        'flight should be in the calendar ("Flight" and its number). {who} needs a text with both days and the '
        "hotel, {boss} a mail with the hotel's name.",
        "Please arrange {city} for me. From {home} on {day}, home again on {back}, lowest flight price with a free "
        "seat both ways. Hotel: up to {most} a night, as many stars as that buys, with a room left. Then calendar "
        'events "Flight" plus number at departure, a text to {who} with days and hotel, and a mail to {boss} '
        "naming the hotel.",
        "Book a trip: {home} to {city} on {day}, {city} to {home} on {back}, cheapest available flight each, and a "
        "hotel for at most {most} a night, the one with the most stars that still has rooms. Enter each flight as "
        '"Flight" and number at its departure time. Text {who} the days and the hotel. Mail {boss} which hotel it '
        "is.",
        "There's a visit to {city} coming up, out on {day}, back on {back}, from {home}. Take the cheapest flights "
        "that aren't sold out and the hotel with most stars under or at {most} a night that isn't full. The flights "
        'go in my calendar, called "Flight" and the number; {who} gets the days and the hotel by text, {boss} the '
        "hotel by mail.",
        "I'm travelling to {city} on {day} and home to {home} on {back}. Get me the least expensive flight with a "
        "seat in either direction and, for the nights in between, the highest-rated hotel by stars that has a room "
        'for {most} a night or less. Calendar: "Flight" and its number, at departure. Text to {who}: both days, '
        "the hotel. Mail to {boss}: the hotel's name.",
        "Get my trip to {city} sorted. {day} out of {home}, {back} back. Flights as cheap as possible as long as "
        "there's a seat; hotel as many stars as possible as long as there's a room and it's no more than {most} a "
        'night. Let the calendar show "Flight" with the number for both, let {who} know days and hotel in a text '
        "message, and let {boss} know the hotel by mail.",
        "Business trip to {city}: from {home} on {day}, back on {back}. I want the cheapest flights that have a "
        "seat, and a hotel at up to {most} a night with as many stars as possible and a free room. Both flights in "
        'the calendar as "Flight" and number. Text to {who} with days and hotel, mail to {boss} with the hotel.',
        "Book everything for {city}. I leave {home} on {day} and come back on {back}: cheapest flight each way that "
        "still has seats. I stay where the stars are most for no more than {most} a night, if there's a room. Add "
        '"Flight" with number to the calendar for each. Then text {who} my days and hotel, and mail {boss} the '
        "hotel's name.",
        "Find and book me flights {home} to {city} on {day} and back on {back}, lowest price with seats available, "
        "then the hotel with most stars up to {most} a night that isn't full. Flights belong in the calendar "
        '("Flight", then the number). {who} wants to know the days and hotel by text, {boss} the hotel by mail.',
        "I fly to {city} on {day} and return to {home} on {back}. Choose the cheapest flight with free seats each "
        "time and the best hotel (stars) not above {most} a night with a room left; book them. Calendar events: "
        '"Flight" and number. Text {who} from when to when and where I stay; mail {boss} where I stay.',
        "Could you organise {city}? {day} to {back}, from {home}. The flights should be the cheapest bookable ones, "
        'the hotel the one with most stars for up to {most} a night that has room. Put "Flight" plus number in my '
        "calendar for both, text days and hotel to {who}, mail the hotel to {boss}.",
        "There and back to {city}, starting in {home} on {day} and returning on {back}, with the cheapest flights "
        "that aren't full. In between a hotel: not more than {most} a night, most stars, not booked out. Calendar: "
        '"Flight" and its number, twice. Message {who} the days and the hotel. Mail {boss} the name of the hotel.',
        "Off to {city} on {day}, home in {home} on {back}: book what's needed. Flights by price (with a seat), hotel "
        'by stars (with a room, {most} a night at the most). Each flight as "Flight" and number in the calendar. A '
        "text for {who} with both days and the hotel, a mail for {boss} with the hotel.",
    ],
    [
        "(Plan|Book|Arrange|Organise) my trip from {home} to {city} on {day} and back on {back}: the cheapest flight "
        "with a seat each way, and the hotel with the most stars for at most {most} a night that has a room. "
        '(Put|Enter) the flights in the calendar as "Flight" and number, text {who} the days and the hotel, mail '
        "{boss} the hotel's name.",
        "(I have to be in|I must go to|I am going to) {city}: from {home} on {day}, back on {back}. (Book|Take) the "
        "cheapest flight with a seat both ways, and for the nights the hotel with most stars up to {most} that has a "
        'room. Enter both flights as "Flight" and number, text {who} days and hotel, and mail {boss} the hotel.',
    ],
)

VENUE = Forms(
    [
        "The note {note} names places for the {project} team lunch on {day} at {time}. Take the first one in the "
        "note that is open then, put the lunch in the calendar as {title} with the place as location, invite the two "
        "people in the note, text {who} the place, and add the place to the note.",
        "Choose a place for the {project} lunch on {day} at {time}: the candidates are in the note {note}, in order "
        "of preference, and it must be open at that time. Make an event {title} there, invite those whom the note "
        "mentions, tell {who} the place by text, and write it at the end of the note.",
        "Please fix the {project} lunch. {day}, {time}. The note {note} has three places, best first, and two "
        "guests. The best one that's open gets it. Calendar event {title} with the place, both guests invited, a "
        "text to {who} with the place, and the place added to the note.",
        "Which of the places in the note {note} is open on {day} at {time}? Go with the earliest in the list. Enter "
        "{title} in the calendar at that place, invite the guests from the note, let {who} know the place by text, "
        "and append the place to the note.",
        "Set up {title} on {day} at {time}. See the note {note} for places in order and for guests. Check the "
        "opening hours, take the first that's open, use it as location, invite the guests, text it to {who}, and add "
        "it to the note.",
        "For {title} on {day} at {time} I wrote down places and guests in the note {note}. The top place that has "
        "opened by then and not closed is ours: event in the calendar with it as the location, guests invited, {who} "
        "informed by text, and its name put at the end of the note.",
        "Lunch of the {project} people on {day} at {time}, see my note {note}: walk down the places in it until one "
        "is open at that hour. That's where {title} goes in the calendar, location included and with both guests "
        "from the note invited. Text the place to {who} and append it to the note.",
        "Where can the {project} lunch be on {day} at {time}? The note {note} lists places by preference, and the "
        "guests. First one open at that time wins. Then: {title} in the calendar at that place, guests invited, "
        "place texted to {who} and added to the note.",
        "Look up whether the places in the note {note} are open on {day} at {time}, starting with the first. The "
        "first that is gets {title}: an event there, with the guests from the note invited. Text {who} which place "
        "it is, and put it at the end of the note.",
        "Please plan {title} for {day} at {time} with the help of my note {note}. It has places in the order I like "
        "them, of which the first open one counts, and two guests to invite. The place is the event's location. "
        "{who} should get it by text, and the note should have it too.",
        "{title}, {day}, {time}: go down the places in the note {note} and stop at the one that's open. Calendar "
        "event with that location, invitations to the guests named there, a text with the place to {who}, and the "
        "place appended to the note.",
        "Decide on a place for {title} on {day} at {time}. In the note {note}, earlier means better, but closed "
        "places are no use. Enter the event at the place you found, invite the note's guests, text the place to "
        "{who} and add it to the note.",
        "My note {note} has ideas for the {project} lunch, which is on {day} at {time}, and says who comes. Of the "
        "places open then, take the one named first. Make it the location of {title} in my calendar, invite those "
        "who come, write {who} a text with it, and add it to the note.",
        "See the note {note}. One of the places is going to be ours for {title} on {day} at {time}: the foremost "
        "that has opening hours then. Enter that with the place, send invitations to the guests in the note, let "
        "{who} have the place as a text, and write it below in the note.",
    ],
    [
        "(Find|Choose|Pick) a place for {title} on {day} at {time}: the first in the note {note} that is open then. "
        "(Put it|Enter it|Add it) in the calendar with the place as location, invite the guests in the note, text "
        "{who} the place, and (add|append) it to the note.",
        "(Plan|Arrange|Organise) {title} on {day} at {time}: (of|among) the places in the note {note}, take the "
        "first that is open. Create the event there, (invite|and invite) the guests the note names, text {who} the "
        "place and add it to the note.",
    ],
)

DINNER = Forms(
    [
        "I invited people to {title} by mail; look through the answers. Invite those who come to the event, reserve "
        "a table for them and me at the event's time, at the cheapest {cuisine} restaurant in {city}, keep a note "
        "{note} with the names of those who don't eat meat, and text {who} the restaurant. How many are we?",
        "The replies about {title} are in my mail. Whoever says yes gets invited to the calendar event. Book a table "
        "for them and me at that time: {cuisine}, {city}, the cheapest. Write down in a note {note} who eats no "
        "meat, send {who} the restaurant by text, and tell me how many we are.",
        "Who is coming to {title}? Read the answers in the mail, invite those people to the event, get us (me "
        "included) a table in the cheapest {cuisine} place in {city} when the event starts, list those without meat "
        "in a note called {note}, and text the restaurant's name to {who}. Tell me the number of people.",
        "Please finish planning {title}. Answers came by mail: invite everybody who accepts. Table for all of us "
        "including me at the start of the event, cheapest {cuisine} restaurant in {city}. Note {note}: names of "
        "those who eat no meat. Text to {who}: the restaurant. And say how many come, me included.",
        "Go through the mails about {title} and see who accepts. They are to be invited to the event, and I need a "
        "table for them plus me at its time, {cuisine} food in {city}, as cheap as possible. Whoever eats no meat "
        "belongs in a note named {note}. Tell {who} the restaurant by text, and me the number of people.",
        "Several people answered about {title} by mail. For those who will be there: invite them to the event in the "
        "calendar, and reserve for them and me, at the hour it begins, in the {cuisine} restaurant with the lowest "
        "price in {city}. Guests that eat no meat go in a note {note}. {who} should get the restaurant's name as a "
        "text. I'd like to know the head count with me in it.",
        "Time to settle {title}: collect the yeses from my mail, add those people to the event, find the least "
        "expensive {cuisine} restaurant in {city} and reserve for the whole group, me too, for when the event "
        "begins. Put the names of those who leave out meat in a note called {note}, message {who} the restaurant, "
        "and give me the head count.",
        "Sort out {title}: the answers are in my mail. The ones who come go on the event as guests. We (they and I) "
        "need a table when it begins, in the cheapest {cuisine} restaurant of {city}. Keep who eats no meat in the "
        "note {note}, text {who} the name of the restaurant, and tell me how many we are.",
        "See from the mails about {title} who is coming, and invite them to the event. Then find the cheapest "
        "{cuisine} restaurant in {city}, book a table there for all of us with me, at the event's start, note the "
        "ones without meat as {note}, and send {who} the restaurant by text. How many people is that?",
        "For {title} I got some answers by mail. Please add those who accept to the calendar event and book a table "
        "for them and for me, starting with the event. It should be {cuisine}, in {city}, at the lowest price. The "
        "names of those who eat no meat: note {note}. The restaurant: text to {who}. The number of us: tell me.",
        "Check the mails on {title}. Guests who will come need an invitation to the event. The table, for them and "
        "me at the time of the event, should be in {city} where {cuisine} food is cheapest. A note called {note} "
        "with everyone of us who eats no meat, a text with the restaurant to {who}, and the number of people to me.",
        "How many will we be at {title}, me included? Count the mails that accept. Invite these people to the event, "
        "take a table for us at that hour in the cheapest {cuisine} restaurant in {city}, write who of them eats no "
        "meat into a note {note}, and text {who} where it is.",
        "{title} is in the calendar, and people answered by mail. Everyone who accepts is to be invited to it. After "
        "that a table, at its start, for the guests and me: {cuisine}, {city}, lowest price. {note} is the note for "
        "those without meat. {who} waits for a text with the restaurant, and I for the head count.",
        "By now everybody has mailed me about {title}. Put whoever comes on the event, get us all, me too, a table "
        "for its beginning at the lowest-priced {cuisine} restaurant in {city}, keep the names of guests who take no "
        "meat in the note {note}, tell {who} the restaurant in a text and me how many we'll be.",
    ],
    [
        "(Look through|Read|Check) the answers to {title} in my mail: invite those who come to the event, reserve a "
        "table for them and me at its time in the cheapest {cuisine} restaurant in {city}, (write|keep) a note "
        "{note} with who eats no meat, and text {who} the restaurant. Tell me how many we are.",
        "(Who comes|Who is coming) to {title}? The answers are in my mail. Invite (them|those people) to the event, "
        "(book|reserve) a table for them and me at its start in the cheapest {cuisine} restaurant in {city}, note "
        "who eats no meat as {note}, text {who} the restaurant, and tell me how many we are.",
    ],
)

ONE_MORE = Forms(
    [
        "{who} can come after all. Invite them too and make the table one place bigger. How many are we now?",
        "Good news, {who} is coming after all: add them to the event and change the table to one more. What's the "
        "number?",
        "Oh, {who} will be there now. Please send them an invitation as well and get one more seat at the table. How "
        "many are we then?",
        "One more: {who}. Put them on the event and on the table booking, and tell me the new number.",
        "{who} just told me yes. They need an invitation, and the table needs one more place. Tell me the new number.",
        "It turns out that {who} has time. So one guest more for the event and for the table. How many does that make?",
        "Make it one more, please, {who} joins us: invitation to the event, larger table. And the head count is?",
    ],
    [
        "{who} (can come|is coming|will come|joins us) (after all|now). (Invite them|Add them to the event) and "
        "(make the table bigger by one|change the table to one more person). (How many are we now?|Tell me the new "
        "number.)",
    ],
)
