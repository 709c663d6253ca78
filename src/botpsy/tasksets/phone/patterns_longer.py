"""Patterns of requests for several calls or turns, or for what cannot be; for the train half, see forms.py."""

from __future__ import annotations

LONGER: dict[str, list[str]] = {
    "two_new": [
        "(add|schedule|book|plan|create|enter|save|note|put down|set up|arrange|organise) {a} {wa} (and|and "
        "also|and then|plus|as well as) {b} {wb}",
        "(add|put|get|enter|slot) {a} {wa} (and|plus|and also) {b} {wb} (in|into|on) (my|the) (calendar|diary|"
        "agenda|schedule)",
        "(I have|I've got|We have|There's|I'm having|I planned) {a} {wa} and {b} {wb}(, add both|, save them|. "
        "Add them please|, put both in|. Please schedule both)",
        "(Two new events|Two things|Two events|Two appointments|Both of these|Two entries): {a} {wa}(,| and|;) "
        "{b} {wb}",
        "(add|schedule|put in|create|book) {a} {wa}(. Then add| and book|. Also schedule|, then create| and add|"
        ". Then) {b} {wb}",
        "(add|schedule|create|save) (two events|two entries|both|these two|the following): {a} {wa}(, and| and|"
        ";) {b} {wb}",
        "{A} {wa}(,| and|, then) {b} {wb}(, add both|: add them|, please add both|. Save both)",
        "(Can|Could) you (add|schedule|book|create) {a} {wa} and {b} {wb}?",
        "First {a} {wa}, then {b} {wb}(. Add them|, please add both|, put them in my calendar)",
    ],
    "two_gone": [
        "(delete|cancel|remove|drop|erase|clear|scrap|take out|call off|get rid of|bin|trash|wipe|cross out) "
        "{a} and {b}",
        "(delete|cancel|remove|drop|erase|clear) both {a} and {b}",
        "(delete|cancel|remove|drop|erase) {a}(, and also| and also| as well as|, plus|. Also remove|, then "
        "cancel| and then) {b}",
        "(take|clear|remove|wipe|get|strike) {a} and {b} (off|from|out of) (my|the) (calendar|diary|agenda|schedule)",
        "{A} and {b} (are off|are cancelled|won't happen|fell through|were called off|aren't happening)(, "
        "delete both|, remove them|, take them out|. Cancel both)",
        "(I can't make|I have to skip|I won't be at|I won't make) {a} (or|and) {b}(, cancel both|, remove them|"
        ", delete them)",
        "(Can|Could|Would) you (cancel|delete|remove|drop) {a} and {b}?",
        "(I want to|I need to|I'd like to|Let's) (cancel|delete|remove|drop|skip) {a} and {b}",
        "(cancel|delete|remove) (two things|two events|these two|both of these): {a}(,| and|;) {b}",
    ],
    "birthday": [
        "(put|add|enter|save|note|write|get|mark|keep) {whos} birthday (in|into|on) (my|the) (calendar|diary|"
        "agenda)(, yearly| every year|, every year| as a yearly event|, it repeats yearly)",
        "(create|make|add|set up|schedule) a (yearly|recurring yearly|yearly repeating) (event|entry|reminder) "
        "for {whos} birthday",
        "(I want|I need|I'd like) {whos} birthday (in|on) (my|the) calendar (every year|each year|yearly)",
        "(look up|find|check|get) {whos} birthday and (add|put|save|enter) it (in my calendar|to the "
        "calendar)(, yearly| every year|, each year)",
        "(remind me of|remember|don't let me forget|never let me forget) {whos} birthday (every year|each year|"
        "yearly)(, put it in my calendar|: add it to the calendar|, in the calendar)",
        "{Whos} birthday (should|has to|must) be in (my|the) calendar (each year|yearly|repeating every year)",
    ],
    "at_home": [
        "(add|schedule|book|plan|put|set up|create|enter|note|arrange|save) {what} {w} at {whos} (place|house|"
        "home|address|flat)",
        "(I have|I'm having|We have|There's|I've got) {what} {w} at {whos} (place|house|home|flat)(, add it|, "
        "put it in|, save it|, add it with the address)",
        "{What} {w} at {whos} (place|house|home|flat)(, add it| - put it in|, please schedule it|. Save it)",
        "(put|add|get|enter) {what} (in|on) my calendar {w}, (at|it's at|location is|the place is) {whos} (home|"
        "place|house|address)",
        "(add|create|make|set up) (an event|an entry|a calendar event) for {what} {w} at {whos} (place|house|"
        "home|address)",
        "(Can|Could) you (add|schedule|plan) {what} {w} at {whos} (place|house|home)?",
        "(We're|I'm) having {what} at {whos} (place|house|home) {w}(, add it|, put it in my calendar|, save that)",
    ],
    "no_time": [
        "(add|put|stick|pop|get|enter|write|insert|drop|slot) {what} (in|into|on) (my|the) (calendar|diary|"
        "agenda|schedule)",
        "(schedule|book|plan|organise|arrange|set up|pencil in|note down|put down|create|record|register|enter) "
        "{what}( for me|)",
        "(make|create|add|set up|insert) (an event|an entry|an appointment|a calendar entry) for {what}",
        "(I want to|I'd like to|I need to|Let's|We should|We want to) (schedule|plan|book|organise|arrange) {what}",
        "(Can|Could|Would) you (schedule|add|book|plan|set up|arrange) {what}( for me|)?",
        "(I need|I want|I'd like) {what} (in|on) (my|the) (calendar|schedule|agenda)",
        "(find|make|block|reserve|set aside|save) (time|some time|a slot) for {what}",
        "(New event|New entry|Appointment|Event): {what}",
        "(Remind me of|Remind me about|make a note of) {what}",
    ],
    "no_target": [
        "(move|reschedule|shift|postpone|push|change|delay|rebook|put off|switch) {event}",
        "(I want to|I need to|I'd like to|I have to|Let's|We need to|We have to) (move|reschedule|postpone|"
        "shift|change|delay) {event}",
        "(Can|Could|Would) you (move|reschedule|postpone|shift|change|push) {event}( for me|)?",
        "(find|pick|choose|set|look for) (another|a different|a new|a better) (time|day|date|slot) for {event}",
        "(move|push|shift|put|postpone) {event} to (another|a different|some other) (day|time|date)",
        "{Event} (has to|needs to|must|should) (be moved|be rescheduled|move|change|be postponed)",
        "(change|adjust|update|edit) the (time|date|day) of {event}",
        "I can't (make|do|manage|attend) {event} then(, move it|, reschedule it|, find another time|. Please move it)",
    ],
    "reply_when": [
        "(|Ok, |Right, |Sorry, |Ah, |Hmm, ){w}(|, please| please|, thanks| then| if possible)",
        "(make it|Let's say|say|put it|I'd say|We said|schedule it|set it|try) {w}(|, please)",
        "(It's|It is|That's|It will be|It should be|It would be|It starts) {w}",
        "{w} (would be good|is fine|is good|would work|sounds good|suits me|is best|would be great|is perfect)",
        "(How about|What about|Maybe|Perhaps|Probably) {when}",
    ],
    "then_place": [
        "(It's|It is|It will be|It's going to be|That's|It takes place|It happens|It's held) at {place}(|, add "
        "that|, note that|, please add it)",
        "(set|add|put|enter|note|save|use|make) (the location|the place|the venue) as {place}",
        "(add|put|enter|note|save|use) {place} as the (location|place|venue)",
        "(Oh and|Also|By the way,|And|One more thing,|Ah,) (it's|it is|we meet|we'll be|that's) at {place}",
        "(Location|Place|Venue|Where): {place}",
        "(We're meeting|We meet|We'll meet|I'll be|everyone meets) at {place}(|, add that)",
    ],
    "then_shift": [
        "(|Actually, |Hmm, |Sorry, |Oh, |No, |Wait, )(make it|move it|start it|push it|shift it|change it to|"
        "set it to|do it) {by}",
        "(Can we make it|Could it start|Can it begin|Could you move it|Can you make it|Could we start it) {by}?",
        "(|Actually, |On second thought, |No, |Rather |Perhaps ){by}(| please|, please| would be better| is better)",
        "(It should|It needs to|It has to|It must|That should) (start|be|begin) {by}",
    ],
    "then_gone": [
        "(|Actually, |Hmm, |Sorry, |Oh, |No, |Wait, |Ok, )(delete|cancel|remove|drop|scrap|erase|clear|undo|"
        "take back|bin) (it|that|this|that one|this event|that event|the event)",
        "(|Actually, |No, |Sorry, )(take it|get it|take that|take this) (off again|out of my calendar|off my "
        "calendar|out again|away)",
        "(I changed my mind|It's off|It won't happen|We called it off|That fell through|I don't need it|plans "
        "changed), (delete it|cancel it|remove it|drop it|take it out|cancel that)",
        "(I don't want|I don't need|We don't need) (it|that|this one) (any more|after all), (delete it|cancel "
        "it|remove it)",
    ],
    "bad_day": [
        "(add|schedule|book|plan|put|set|arrange|create|enter|save|organise|put down|pencil in) {what} (on|for) {bad}",
        "(put|add|get|stick) {what} (in|into|on) (my|the) (calendar|diary|agenda) (for|on) {bad}",
        "(I have|I've got|We have|There's|I'm having) {what} on {bad}(, add it|, save it|, put it in|. Add it please)",
        "{What} on {bad}(, add it|, please add|. Schedule it|, save that)",
        "(make|create|set up) (an event|an appointment|an entry) for {what} on {bad}",
    ],
    "bad_move": [
        "(move|shift|reschedule|push|change|switch|postpone|bring|delay) {event} to {bad}",
        "(I want to|I need to|Let's|We have to|I'd like to) (move|shift|reschedule|push|change) {event} to {bad}",
        "(Can|Could|Would) you (move|shift|reschedule|push|change) {event} to {bad}?",
        "{Event} (was moved|got moved|moved|is now moved|has to move) to {bad}(, update it|, change it|)",
        "(do|have|hold|plan|schedule) {event} on {bad} instead",
    ],
    "two_people": [
        "(What are|find|give me|look up|get|show me|tell me|fetch|read me|I need|check) the {field}s (of|for) "
        "{a} and {b}",
        "(find|give me|look up|get|show me|tell me|fetch|read me|I need|check|pull up) {whosa} {field} (and|as "
        "well as|and also) {whosb}",
        "(find|give me|look up|get|show me|I need|check) {whosa} and {whosb} {field}",
        "(find|give me|look up|get|show me|I need) the {field} of {a} (and the {field} of|and of|and that of|"
        "and also of) {b}",
        "(What is|What's) {whosa} {field}(, and what is|? And|, and|, and what's) {whosb}?",
        "(Can|Could) you (find|look up|get|give me) the {field}s (of|for) {a} and {b}?",
        "(I'm looking for|I want|I forgot) the {field}s of {a} and {b}",
    ],
    "no_value": [
        "(save|store|add|note|keep|enter|record|write down|register|set|change|update|edit|correct|replace) "
        "{whos} {field}",
        "(save|store|add|enter|set|change|update|edit|correct) the {field} (of|for) {who}",
        "(I want to|I need to|I'd like to|Let's) (save|store|add|note|change|update) {whos} {field}",
        "(put|add|enter|write) {whos} {field} (in|into|to) (my contacts|the contacts|my address book|the "
        "address book|my contact list)",
        "{Who} (has|got|gave me|sent me|told me) (a new|another) {field}(|, save it|, add it|, please note it)",
        "(Can|Could|Would) you (save|store|add|update|change|note) {whos} {field}?",
        "{Whos} {field} (is new|has changed|is different now|is wrong)(, save the new one|, update it|, change it|)",
    ],
    "reply_value": [
        "(|Ok, |Sorry, |Ah, |Right, |Sure, ){v}(|, please| please|, thanks)",
        "(It's|It is|That's|That is|It would be|use|take|put|save|write|note|here it is:|here you go:|here:) {v}",
        "(The|The new) {field} is {v}(|, please| now)",
        "(Let me see,|Well,|Yes,|I think it's|I believe it is|I have) {v}",
        "(The {field}|New {field}|{field}): {v}",
    ],
}
