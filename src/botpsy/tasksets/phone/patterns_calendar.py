"""Patterns of requests about events, for the train half; forms.py says how they are written."""

from __future__ import annotations

CALENDAR: dict[str, list[str]] = {
    "create": [
        "(add|put|stick|pop|drop|throw|slot|Place|get|write|enter|insert) {what} (in|into|on) (my|the) "
        "(calendar|diary|agenda|schedule|planner) {w}",
        "(add|schedule|plan|organise|organize|arrange|book|create|record|register|enter|insert|file|store) {what} {w}",
        "(set up|note down|jot down|write in|put in|slot in|squeeze in|pencil in|put down|mark down|line up) "
        "{what} {w}",
        "(make|create|add|start|open|set up|insert) (an|a new|a calendar) (event|entry|appointment) for {what} {w}",
        "(make|create|add|set up) (an event|a calendar entry|an appointment|an entry) (called|named|titled|for) "
        "{what} {w}",
        "(add|put|enter|slot) {what} {w} (in|into|to|on) (my|the) (calendar|diary|agenda|schedule|planner)",
        "(block|save|hold|keep|find|make|set aside|reserve|free up|book) (time|some time|a slot|room) for {what} {w}",
        "(I have|I've got|I'm having|We have|We've got|There is|There's|I agreed to|We agreed on|I planned) "
        "{what} {w}(, add it|, please add it|, put it in|, save it|. Add it please|. Can you save it?|, note it|"
        ". Put it down)",
        "{What} {w}, (add|put|save|enter|note) (it|this|that) (in|to|into) (my|the) (calendar|diary|agenda|"
        "schedule|planner)",
        "{What} {w}(, add it|, add this|. Please add it|, save that|. Schedule it|, thanks| - add please|. Save it)",
        "(I want to|I'd like to|I need to|Let me|We should|We want to|I would like to) (plan|schedule|have|book|"
        "do) {what} {w}",
        "(Can|Could|Would) you (add|schedule|put down|book|enter|save|plan|set up) {what} {w}( for me|)?",
        "(Can|Could|Would) you (put|add|get|slot) {what} {w} (in|into|on) (my|the) (calendar|diary|agenda|"
        "schedule|planner)?",
        "I (want|need|would like) {what} {w} (in|on) (my|the) (calendar|diary|agenda|schedule|planner)",
        "(New event|New entry|Event|Appointment|reminder|To add|Calendar entry): {what} {w}",
        "(Remind me of|Remind me about|make a note of|make sure I remember|keep in mind|help me remember) {what} {w}",
        "(For|So,|Ok so|Right,|Oh,|By the way,) {what} {w}, (make|create|add|set up) an (event|entry|appointment)",
        "(My friend|My boss|My sister|My team|A colleague|My neighbour) and I (agreed on|planned|settled on) "
        "{what} {w}, (add|save|enter|schedule) it",
        "(I will be at|I'm going to|I'm off to|I'm booked for|I signed up for|I said yes to) {what} {w}, (add "
        "it|save it)",
        "{W}(:| -|,) {what}(. Put it in my calendar|, add it|, save that|, new event)",
        "(It's settled|Confirmed|Good news|It is decided): {what} {w}(. Add it|, put it in|. Save it please)",
    ],
    "list": [
        "(show|show me|list|read me|give me|get|fetch|display|open|read|print) (my|the|all my) (events|"
        "appointments|meetings|plans|agenda|schedule|calendar|entries) {w}",
        "(What|What all) (is|have I got|do I have|am I doing|is going on|is coming up|is planned|is scheduled|"
        "is there)( for me|) {w}?",
        "What's (coming up|planned|scheduled|going on|on the agenda|in my diary|on my plate|in store|on for me) {w}?",
        "(Do I have|Have I got|Is there|Are there|Have we got) (something|anything|any plans|any meetings|any "
        "events) {w}?",
        "(Am I|Will I be) (busy|free|booked|available|doing anything|occupied) {w}?",
        "How (full|busy|packed|free|booked) is my (day|schedule|calendar|diary) {w}?",
        "(check|look at|go over|look through|summarise|review|run through) (my|the) (calendar|schedule|diary|"
        "agenda|plans) {w}",
        "(Which|What) (events|appointments|meetings|plans|entries|things) (do I have|have I got|are there|are "
        "planned) {w}?",
        "(I want to|I need to|I'd like to|Let me) (see|know|hear) (what I have|what's on|what is planned|my "
        "events) {w}",
        "(tell me|Let me know|find out|check|see) (what I have|what's on|if I have anything|whether I'm free|"
        "what I'm doing|what is scheduled|what's coming up) {w}",
        "(Where|When) do I need to be {w}?",
        "My (events|schedule|appointments|agenda|plans) {w}(, please|?|)",
        "(What does my|How does my|How will my) (day|calendar|schedule|agenda|diary) look {w}?",
        "(Got anything|Anything|Any plans|Any meetings|Any events) (for me|scheduled|in my calendar) {w}?",
    ],
    "find": [
        "(When|At what time|What time|On what day|Which day) (is|will be) {event}?",
        "When (does|will) {event} (start|begin|happen|take place|be)?",
        "(tell me|Let me know|check|find out|look up|see|show me) (when|at what time|what time|what day|on "
        "which date) {event} (is|is planned|happens|is on)",
        "(search|look|check) (my calendar|the calendar|my diary|the agenda|my schedule) for {event}",
        "(find|look for|search for|locate|pull up|get|bring up|show me|open|fetch) {event}( in my calendar| in "
        "the calendar|)",
        "(Do I have|Is there|Have I got|Did I add|Did I save|Did I schedule) {event} (in my calendar|coming up|"
        "soon|in there|anywhere in my calendar)?",
        "(I forgot|I don't remember|I can't remember|I'm not sure|I don't know) (when|what time|what day) "
        "{event} is(|, can you check?|, look it up)",
        "(What is the|What's the) (date|time|day) (of|for) {event}?",
        "(I need|give me|get me|read me|tell me) the (time|date|day|details) (of|for) {event}",
        "(How long|How many days) until {event}?",
        "(Any idea|Do you know|Can you tell me|Could you check|Can you see|Can you find out) when {event} is?",
        "When (do I have to|should I|do I need to|must I|will I) (go to|be at|leave for|get ready for) {event}?",
    ],
    "move": [
        "(move|shift|reschedule|push|change|bring|switch|transfer|rebook|postpone|delay|put off|drag|swap) "
        "{event} to {to}",
        "(Can|Could|Would) you (move|shift|reschedule|push|change|switch|rebook|bring) {event} to {to}( for me|)?",
        "(Can|Could|Shall|Should) (we|I) (move|shift|change|push|switch) {event} to {to}?",
        "(I want to|I need to|I'd like to|I have to|We need to|Let's|We have to) (move|shift|reschedule|push|"
        "change|switch) {event} to {to}",
        "{Event} (is moving|was moved|has been moved|is pushed|got pushed|has shifted|was rescheduled|got "
        "moved) to {to}(|, update it|, change it|, please fix that|. Update my calendar)",
        "{Event} (has to|needs to|should|must|will|ought to) (be|start|happen|take place) {at}(|, change it|, "
        "update it|, can you fix that?)",
        "{Event} (has to|needs to|should|must|will) be (moved|changed|rescheduled|switched) to {to}",
        "(set|change|update|adjust|edit|correct) the (time|date|start|start time|day) of {event} to {to}",
        "(change|update|adjust|edit|correct|fix) {event}(:|, it's now|, it is|, new time is| so that it starts|"
        ", make it) {to}",
        "(do|have|hold|plan|make|put|schedule|set|start) {event} {at} instead",
        "(have|let|make) {event} (happen|take place|begin|be) {at}",
        "(New time|New date|New slot|change of time) for {event}: {to}",
        "{Event}(:| -|,) (move it to|make it|change it to|now|new time|reschedule to|shift it to) {to}",
        "(I'd rather|I would rather|We'd better|I prefer to|I'd prefer to) (do|have|hold) {event} {at}",
        "(get|I want|I need|I'd like) {event} (moved|changed|rescheduled|shifted|switched|pushed) to {to}",
        "give {event} a (new time|new slot|new date|different time): {to}",
        "I can't (make|do|manage|attend) {event} then, (move it to|make it|change it to|reschedule it to) {to}",
    ],
    "shift": [
        "(move|shift|push|reschedule|start|begin|make|put|set|have|hold|schedule|bring) {event} {by}",
        "(Can|Could|Would) you (move|shift|push|start|make|reschedule|put) {event} {by}?",
        "(Can|Could|Shall|Should) (we|I) (start|move|do|have|push|begin|hold) {event} {by}?",
        "{Event} (has to|needs to|should|must|will|is going to) (start|begin|be|happen) {by}(|, change it|, update it)",
        "{Event} (starts|begins|is|happens|takes place) {by}(, change it|, update it|, fix that| than planned| now)",
        "(I want to|I need to|I'd like to|Let's|We need to|We have to) (start|move|have|do|push|begin) {event} {by}",
        "(change|adjust|update|shift|move) the (time|start|start time|beginning) of {event}(:|, make it| to) {by}",
        "{Event}(:|,) (make it|move it|start it|shift it|push it) {by}",
        "(let|have|make) {event} (start|begin|happen|take place) {by}",
    ],
    "rename": [
        "(rename|retitle|relabel|rebrand) {event} (to|as|into) {title}",
        "(change|edit|update|set|switch|correct) the (title|name|heading|label) (of|for) {event} (to|into) {title}",
        "(Can|Could|Would) you (rename|retitle) {event} (to|as) {title}?",
        "(call|name|title|label) {event} {title}( from now on| instead|)",
        "{Event} (should|needs to|has to|must) be (called|named|titled|renamed to) {title}",
        "{Event} is (actually|now|really) (called|named|titled) {title}(|, change it|, update it|, fix the name)",
        "(I want to|I'd like to|I need to|Let's|We should) (rename|retitle) {event} (to|as) {title}",
        "New (name|title) for {event}(:| is) {title}",
        "{Event}(:|,) (rename it to|call it|change the title to|new title|new name) {title}",
        "give {event} (the title|the name|a new title:|a new name:|another name:|a better name,) {title}",
        "(replace|swap|change) the (title|name) (of|for) {event} (with|for|by) {title}",
        "(use|take|put|write|enter) {title} as the (new|) (title|name) (of|for) {event}",
    ],
    "place": [
        "(set|change|update|edit|switch|correct|move) the (place|location|venue|address) (of|for) {event} to {place}",
        "(add|put|enter|save|note|write|use|insert|fill in) {place} as the (place|location|venue) (of|for) {event}",
        "{Event} (is|will be|takes place|happens|is being held|is going to be) at {place}(|, add that|, note it|"
        ", update it|, put that in|. Add the place)",
        "{Event} (moved|has moved|was moved|is moving) to {place}, (change the place|update the location|change "
        "where it is)",
        "(hold|do|have|host|organise) {event} at {place}( instead|)",
        "(Location|Place|Venue|New location|New venue) (of|for) {event}(:| is) {place}",
        "{Event}(:|,) (location|place|venue|it's at|where:) {place}(|, save that|, add it)",
        "(We're|We are|I'm|They're) (meeting|having|doing|holding) {event} at {place}, (add that|note it|save "
        "the place)",
        "(Can|Could|Would) you (set|change|add) the (location|place|venue) of {event} to {place}?",
        "make {place} the (place|location|venue) (for|of) {event}",
        "(give|assign) {event} (the location|the place|a location:|a place:|the venue) {place}",
        "(note|write|record|put down|save|remember) that {event} is at {place}",
        "(I want|I need|I'd like) {event} (to be|to take place|to happen|held) at {place}",
    ],
    "length": [
        "(make|let|have) {event} (last|take|run for|run|go on for|be) {length}",
        "(set|change|update|adjust|edit|correct|fix) the (length|duration) of {event} to {length}",
        "(extend|lengthen|stretch|prolong|shorten|cut|reduce|trim) {event} to {length}",
        "{Event} (will take|takes|lasts|is going to take|should take|will last|needs|runs for|goes on for) "
        "{length}(|, update it|, change it|, please fix|. Set that| in total)",
        "{Event} (is|should be|has to be|needs to be|must be) {length} long(|, change it|, update it)",
        "(Can|Could|Would) you (extend|shorten|change|set) {event} to {length}?",
        "(block|plan|reserve|allow|budget|set aside|schedule|keep) {length} for {event}",
        "(I want|I need|I'd like|We need) {event} to (last|take|be|run for) {length}",
        "{Event}(:|,) (make it|change it to|set it to|it takes|duration|length) {length}",
        "(change|set|update) how long {event} (is|takes|lasts)(:| to) {length}",
        "give {event} (a length of|a duration of|a total of) {length}",
        "(change|edit|adjust|update) {event} (so that it lasts|so it takes|to be|to last|to take) {length}",
    ],
    "delete": [
        "(delete|cancel|remove|erase|drop|scrap|clear|bin|trash|kill|discard|wipe|eliminate|axe|ditch|nix|annul|"
        "revoke) {event}",
        "(take|get|wipe|clear|cross|strike|pull|throw|kick|drop|remove|delete) {event} (off|out of|from) (my|"
        "the) (calendar|diary|agenda|schedule)",
        "(Can|Could|Would) you (delete|cancel|remove|drop|clear|erase|take out) {event}( for me|)?",
        "{Event} (is off|is cancelled|isn't happening|was called off|won't take place|fell through|got "
        "cancelled|has been dropped|is no longer happening|is not on any more)(, delete it|, remove it|, take "
        "it out|. Please remove it|)",
        "(I want to|I need to|I'd like to|I have to|Let's|We need to|We have to) (cancel|delete|remove|drop|"
        "skip|call off) {event}",
        "I (can't go to|won't make it to|am not going to|have to skip|won't be at|can't attend|no longer need|"
        "changed my mind about) {event}(, cancel it|, delete it|, remove it)",
        "(do away with|get rid of|rid my calendar of|call off|cross out|take out|take away|strike out) {event}",
        "(delete|remove|cancel|erase|clear) the (event|entry|appointment|calendar entry) (for|called|named) {event}",
        "{Event}(:|,) (delete it|cancel it|remove it|take it off|cancel|delete|remove)",
        "There won't be any {event}(, delete it|, remove it| any more, cancel it)",
        "(I don't want|I don't need|We don't need|Nobody needs) {event} (any more|anymore|in my calendar)(, "
        "delete it|, remove it|)",
    ],
    "invite": [
        "(invite|add|ask|bring|include) {who} to {event}",
        "(Can|Could|Would) you (invite|add) {who} to {event}?",
        "(send|mail|issue|write) (an invite|an invitation|a calendar invite|the invite) (to {who} for {event}|"
        "for {event} to {who})",
        "(send|get) {who} (an invite|an invitation|a calendar invite) (to|for) {event}",
        "(I want|I need|I'd like|We want|We need) {who} (at|in|to come to|to join|to attend|to be at) {event}(|"
        ", invite them|, send an invitation)",
        "{who} (should|will|wants to|can|has to|needs to|would like to) (come to|join|attend|be at|take part "
        "in) {event}(, invite them|, add them|, send an invite)",
        "make {who} (a guest|an attendee|a participant) (of|at) {event}",
        "(add|put|list|include|register) {who} as (a guest|an attendee|a participant|invited) (of|to|for|at) {event}",
        "(add|put) {who} (to|on) the (guest list|guests|attendees|invite list|participants) (of|for) {event}",
        "(let|have) {who} (join|come to|attend) {event}",
        "(ask|tell) {who} to (come to|join|attend|be at) {event}",
        "{Event}(:|,) (invite|add|send an invite to|include) {who}",
        "(forward|share|send) {event} (to|with) {who}",
    ],
}
