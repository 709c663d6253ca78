"""Patterns of requests about people, for the train half; forms.py says how they are written."""

from __future__ import annotations

CONTACTS: dict[str, list[str]] = {
    "find_contact": [
        "(What is|What's|Do you know|Do you have|Do I have|Have I got|Where is) {whos} {field}?",
        "(find|look up|get|give me|show me|tell me|fetch|check|read me|pull up|search for|look for|open|"
        "display) {whos} {field}",
        "(find|look up|get|give me|show me|tell me|fetch|check|read me) the {field} (of|for) {who}",
        "(I need|I'm looking for|I want|I forgot|I lost|I can't remember|I can't find|I don't remember) {whos} {field}",
        "(I need|I'm looking for|I want) the {field} (of|for) {who}",
        "(Can|Could|Would) you (find|give me|look up|tell me|get|check) {whos} {field}( for me|)?",
        "(What is|What's|Which is|What was) the {field} (of|for) {who}( again|)?",
        "(look|search|check) in (my contacts|the contacts|my address book|the address book|my contact list) for "
        "{whos} {field}",
        "(search|check|look through) (my contacts|the contacts|my address book|the address book|my contact "
        "list) for {who}, I need the {field}",
        "(Which|What) {field} (did I save|do I have|is saved|is stored|have I got|is there) for {who}?",
        "{Whos} {field}(?|, please| please)",
        "(see|check) (if I have|whether I have|if there is) the {field} for {who}",
        "How (can|do|could) I (reach|contact|get hold of) {who}, (what's|what is) the {field}?",
    ],
    "save_contact": [
        "(save|store|add|note|keep|enter|record|write down|put down|register|log|file|remember) {whos} "
        "{field}(:|, it's|, it is|,) {value}",
        "(save|store|add|note|keep|enter|record|put|use|register) {value} as {whos} {field}",
        "(set|change|update|correct|edit|switch|replace|fix) {whos} {field} (to|with) {value}",
        "(set|change|update|correct|edit|switch) the {field} (of|for) {who} to {value}",
        "{Whos} {field} is {value}(, save it|, note it|, please store it|. Add that|, keep it|. Can you save "
        "it?|, put it in)",
        "{Whos} new {field}(:| is now) {value}(|, save it|, update it|, add it)",
        "{Who} (has|got|uses) (a new|another|the) {field}(:|, it's|, it is|,) {value}(|. Save it|, update it)",
        "(Can|Could|Would) you (save|store|note|add|keep) {whos} {field}(:|, it's) {value}?",
        "(I got|I found|I have|Here is|Here's|This is) {whos} {field}(:|, it's|, it is) {value}(|, save it|. "
        "Please save it|, add it)",
        "(save|store|add|enter|note) (the|this) {field} for {who}(:|, it's|,) {value}",
        "For {who}, (save|add|note|enter|put) the {field} {value}",
        "(put|add|write|enter) {whos} {field} (in|into|to) (my contacts|the contacts|my address book|the "
        "address book|my contact list)(:|, it's|,) {value}",
        "{Who} (needs|gets|should get) the {field} {value}",
    ],
    "create_contact": [
        "(add|save|store|create|put|enter|note|record|register|file) {who} (in|to|into) (my contacts|the "
        "contacts|my address book|the address book|my contact list)(,| with| with the|:) {field} {value}",
        "(create|make|add|save|set up|open|start) (a contact|a new contact|an entry|a contact entry) for "
        "{who}(,| with| with the|:) {field} {value}",
        "(add|save|store|enter|create|register) {who}(,| with|:) {field} {value}(|, as a contact|, to my "
        "contacts| as a new contact)",
        "(New address book entry|New person|New entry|contact): {who}, {field} {value}",
        "(I met|I just met|I ran into|I got to know|I talked to) {who}(,|, the|. The) {field} is {value}(, save "
        "the contact|. Add them|, please add them|. Save it)",
        "(This is|Here is|Here's) {who}(,|:) {field} {value}(, add them|, save the contact|. Put them in my contacts)",
        "(I want|I need|I'd like) {who} (in|among) (my contacts|my address book)(,| with|:) {field} {value}",
        "(Can|Could|Would) you (add|save|create) {who} (to my contacts|as a contact|as a new contact) with "
        "{field} {value}?",
    ],
    "delete_contact": [
        "(delete|remove|erase|drop|wipe|clear|take|kick|throw|strike|cross|discard) {who} (from|out of) (my "
        "contacts|the contacts|my address book|the address book|my contact list)",
        "(delete|remove|erase|drop|wipe|clear|discard|bin|trash) (the contact|the entry for|the contact of|the "
        "entry of|my contact) {who}",
        "(delete|remove|erase|drop|clear|discard) {whos} (contact|contact details|entry|details)",
        "(Can|Could|Would) you (delete|remove|erase|drop) {who} from (my contacts|the contacts|my address book|"
        "the address book|my contact list)?",
        "(I want to|I need to|I'd like to|Let's) (delete|remove|erase) {who} from (my contacts|the contacts|my "
        "address book|the address book|my contact list)",
        "I (no longer need|don't need|don't want) {who} in (my contacts|the contacts|my address book|the "
        "address book|my contact list)(, delete them| any more, remove them|, remove them)",
        "(get rid of|do away with) (the contact|my contact|the entry for) {who}",
    ],
}
