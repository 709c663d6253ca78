"""The forms of requests of the app mail. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
INBOX = [
    "What mails do I have?", "show my inbox", "list my mails", "What's in my inbox?", "open my mail", "check my mail", "What mail have I got?",
    "Did I get any mail?", "go through my inbox", "tell me what's in the inbox", "read out the list of my mails", "look at my inbox", "see what mails there are", "give me an overview of my inbox",
    "Which mails are in my inbox?", "list what's in the inbox", "Who has mailed me?", "let me see my mail", "pull up the inbox", "Anything in my mailbox?", "display my inbox",
]
UNREAD = [
    "Do I have unread mail?", "show my unread mails", "list the unread mails", "What mails haven't I read yet?", "Which mails are unread?", "check for unread mail", "Is there any unread mail?",
    "Any new mail I haven't opened?", "go through my unread mails", "tell me which mails are unread", "What's unread in my inbox?", "see my unread mail", "Which mails did I not read yet?", "find the mails I haven't read",
    "list mails I have not opened", "Got any unread mails?", "give me the unread ones in my inbox", "What do I still have to read in my inbox?", "pull up unread mail", "Are there mails I haven't seen?", "look for unread mails",
]
FLAGGED = [
    "Which mails are flagged?", "show my flagged mails", "list the mails with a flag", "What did I flag in my inbox?", "Do I have flagged mail?", "check my flagged mails", "Are any mails flagged?",
    "go through the flagged mails", "tell me which mails I flagged", "pull up my flagged mail", "see the flagged ones in my inbox", "find my flagged mails", "Which mails have a flag?", "What's flagged in my mail?",
    "list flagged mail", "give me the flagged mails", "open my flagged mails", "What mail carries a flag?", "read me the list of flagged mails", "Any flagged mails in the inbox?", "look at the flagged mails",
]
FOLDER = [
    "What's in my {folder} folder?", "show the {folder} folder of my mail", "list the mails in {folder}", "open the mail folder {folder}", "Which mails are in {folder}?", "look into the {folder} folder of my mail", "What mails do I have in {folder}?",
    "check the {folder} folder in my mail", "go through the mails in {folder}", "tell me what's in the mail folder {folder}", "pull up {folder} in my mail", "see what mails are in {folder}", "Is there any mail in {folder}?", "list my {folder} mails folder",
    "give me the mails in the folder {folder}", "What does my mail folder {folder} hold?", "browse the mail folder {folder}", "read out the list of mails in {folder}", "Anything in {folder} in my mail?", "display the mails in {folder}", "show what mails {folder} has",
]
FROM = [
    "find mails from {who}", "Did {who} mail me?", "search my mail for anything from {who}", "Do I have mail from {who}?", "show me the mails {who} wrote", "look for mail from {who}", "What mails did I get from {who}?",
    "search for mails sent by {who}", "Is there a mail from {who}?", "list mails by {who}", "find what {who} mailed me", "check if {who} wrote me a mail", "Which mails are from {who}?", "look up mails from {who}",
    "search mail, sender {who}", "Has {who} written me a mail?", "pull up everything {who} mailed", "Any mail from {who}?", "see if there is mail from {who}", "Have I got mails from {who}?", "find all mail from {who}",
]
ABOUT = [
    "find the mail about {subject}", "search my mail for {subject}", "Do I have a mail about {subject}?", "look for mails about {subject}", "Is there mail on {subject}?", "Which mails mention {subject}?", "search mails for {subject}",
    "find mails on {subject}", "look up {subject} in my mail", "Any mail about {subject}?", "check my mails for {subject}", "list mails about {subject}", "Did anybody mail me about {subject}?", "search for {subject} in my mails",
    "find anything about {subject} in my mail", "Have I got mail about {subject}?", "look through my mail for {subject}", "pull up mails about {subject}", "see if there is a mail about {subject}", "Was there a mail about {subject}?", "hunt for mails about {subject}",
]
READ = [
    "read me the mail {subject}", "What does the mail {subject} say?", "open the mail {subject}", "show me the mail about {subject}", "read the mail called {subject}", "What's in the mail {subject}?", "tell me what the mail {subject} says",
    "read out the mail with the subject {subject}", "What is written in the mail {subject}?", "let me hear the mail {subject}", "bring up the mail {subject} and read it", "go to the mail {subject} and tell me what's in it", "What did they write in the mail {subject}?", "show the text of the mail {subject}",
    "get me the mail {subject}", "I want to know what the mail {subject} says", "read {subject} from my mail", "display the mail {subject}", "What was the mail {subject} about?", "give me the contents of the mail {subject}", "read aloud the mail {subject}",
]
READ_FROM = [
    "read me the mail from {who}", "What does {who} write in that mail?", "open the mail from {who}", "show me what {who} mailed", "What did {who} mail me?", "read {whos} mail", "tell me what {who} says in the mail",
    "read out the mail {who} sent", "What's in the mail from {who}?", "let me hear the mail from {who}", "What is in {whos} mail?", "show the mail by {who}", "What does the mail from {who} say?", "go to the mail from {who} and read it",
    "get me the mail from {who}", "I want to know what {who} mailed", "read the mail {who} wrote me", "display {whos} mail", "What was {whos} mail about?", "give me the text of {whos} mail", "read aloud what {who} mailed me",
]
SUMMARY = [
    "summarise the mail {subject}", "sum up the mail {subject} for me", "What's the gist of the mail {subject}?", "give me a summary of the mail {subject}", "What is the main point of the mail {subject}?", "in short, what does the mail {subject} say?", "tell me in one sentence what the mail {subject} says",
    "What is the mail {subject} about, in short?", "recap the mail {subject}", "boil down the mail {subject} to the main point", "Read the mail {subject} and sum it up", "make the mail {subject} short for me", "What does the mail {subject} want to tell me?", "outline the mail {subject}",
    "Shortly, what's in the mail {subject}?", "tell me the essence of the mail {subject}", "skim the mail {subject} and give me the point", "What do I need to know from the mail {subject}?", "condense the mail {subject}", "What's the mail {subject} saying, briefly?", "give me the key point of the mail {subject}",
]
SEND = [
    'send a mail to {to} with the subject "{subject}" and the text "{text}"', 'mail {to}, subject "{subject}", text "{text}"', 'write a mail to {to}: subject "{subject}", saying "{text}"', "Send {to} a mail. Subject: {subject}. Text: {text}", 'email {to} about "{subject}" and write "{text}"', 'send {to} a mail titled "{subject}" that says "{text}"', "New mail to {to}, subject {subject}. Text: {text}",
    'write to {to} under the subject "{subject}": "{text}"', "Mail to {to}. Subject {subject}. It should say: {text}", 'compose and send a mail to {to}, subject "{subject}", body "{text}"', 'shoot a mail to {to}: "{subject}", "{text}"', 'get a mail out to {to} with subject "{subject}" and body "{text}"', 'drop {to} a mail with the subject "{subject}" and the words "{text}"', "Please write {to} a mail, subject {subject}: {text}",
    'send an email to {to}, the subject is "{subject}" and the text is "{text}"', "I want to mail {to}. Subject: {subject}. Message: {text}", 'fire off a mail to {to}, subject "{subject}", with "{text}"', 'mail "{text}" to {to} with the subject "{subject}"', 'send "{text}" by mail to {to}, subject "{subject}"', "Email {to}. Subject: {subject}. Body: {text}", 'put "{text}" in a mail to {to} with the subject "{subject}" and send it',
]
REPLY = [
    'reply to the mail {subject}: "{text}"', 'answer the mail {subject} with "{text}"', "Reply to {subject}: {text}", 'write back on the mail {subject} "{text}"', 'respond to the mail {subject} saying "{text}"', 'reply "{text}" to the mail {subject}', "Answer the mail about {subject}: {text}",
    'send a reply to the mail {subject}: "{text}"', "Write back to the mail {subject}: {text}", 'answer "{text}" to the mail about {subject}', 'reply to {subject} with the words "{text}"', 'respond "{text}" to the mail {subject}', "Reply to the mail called {subject}. Text: {text}", 'give the mail {subject} the answer "{text}"',
    'let the sender of {subject} know by reply: "{text}"', "My answer to the mail {subject}: {text}", 'mail back "{text}" on {subject}', 'return a mail to the sender of {subject} saying "{text}"', "Please answer the mail {subject}: {text}", 'react to the mail {subject} with the reply "{text}"', 'put "{text}" in a reply to the mail {subject}',
]
REPLY_ALL = [
    'reply to all on the mail {subject}: "{text}"', 'answer everyone on the mail {subject} with "{text}"', "Reply all to {subject}: {text}", 'write back to everybody on the mail {subject} "{text}"', 'respond to all in the mail {subject} saying "{text}"', 'reply "{text}" to everyone who got the mail {subject}', "Answer all on the mail about {subject}: {text}",
    'send a reply-all to the mail {subject}: "{text}"', "Write back to all on {subject}: {text}", 'answer "{text}" to all on the mail about {subject}', 'reply to everyone in {subject} with "{text}"', 'respond "{text}" to the mail {subject}, to all', "Reply to everybody on the mail {subject}. Text: {text}", 'use reply all on {subject} and say "{text}"',
    'let everyone on the mail {subject} know: "{text}"', "My answer to all on the mail {subject}: {text}", 'mail back "{text}" to all on {subject}', 'reply to the mail {subject} so that all get it: "{text}"', "Please answer the mail {subject} to all: {text}", 'react to {subject} with a reply to everyone: "{text}"', 'put "{text}" in a reply to all on {subject}',
]
FORWARD = [
    "forward the mail {subject} to {to}", "send the mail {subject} on to {to}", "pass the mail {subject} on to {to}", "Can you forward {subject} to {to}?", "forward {subject} to {to}", "let {to} have the mail {subject}, forward it", "forward the mail about {subject} to {to}",
    "relay the mail {subject} to {to}", "get the mail {subject} over to {to} as a forward", "I'd like {subject} forwarded to {to}", "pass {subject} along to {to} by mail", "forward that mail, {subject}, to {to}", "the mail {subject} should go on to {to}, forward it", "mail {subject} on to {to}",
    "share the mail {subject} with {to} by forwarding it", "fwd {subject} to {to}", "send {to} the mail {subject} as a forward", "hand the mail {subject} on to {to}", "Forward to {to}: the mail {subject}", "{to} needs the mail {subject}, forward it there", "forward my mail {subject} to {to}",
]
FORWARD_WITH = [
    'forward the mail {subject} to {to} with the words "{text}"', 'send the mail {subject} on to {to} and write "{text}" above it', 'pass the mail {subject} on to {to}, saying "{text}"', "Forward {subject} to {to} and add: {text}", 'forward {subject} to {to} with the note "{text}"', 'forward {subject} with the comment "{text}" to {to}', "Forward the mail about {subject} to {to}. Write above it: {text}",
    'relay the mail {subject} to {to} and say "{text}"', 'get the mail {subject} to {to} as a forward with "{text}" on top', "Pass {subject} along to {to} with this line: {text}", 'fwd {subject} to {to}, comment "{text}"', 'hand the mail {subject} on to {to} with "{text}"', 'write "{text}" and forward the mail {subject} to {to}', 'share the mail {subject} with {to} as a forward that says "{text}"',
]
ARCHIVE = [
    "archive the mail {subject}", "move the mail {subject} to the archive", "put {subject} in the mail archive", "I'm finished with the mail {subject}, archive it", "get {subject} out of my inbox into the archive", "archive {subject}", "file the mail {subject} in the archive",
    "send the mail {subject} to my archive folder", "store the mail {subject} in the archive", "The mail {subject} can go to the archive", "stow the mail {subject} in the archive", "shift {subject} from the inbox to the archive", "have the mail {subject} archived", "archive the mail about {subject}",
    "keep {subject} in the archive, not in the inbox", "tuck the mail {subject} away in the archive", "transfer the mail {subject} to the archive", "clear {subject} from the inbox by archiving it", "The mail {subject} belongs in the archive, move it", "drop the mail {subject} into the archive", "move {subject} into my mail archive",
]
BACK = [
    "move the mail {subject} back to the inbox", "bring {subject} from the archive back to my inbox", "put the mail {subject} into the inbox again", "I need {subject} in my inbox again", "take the mail {subject} out of the archive", "unarchive the mail {subject}", "get the mail {subject} back into the inbox",
    "return {subject} to the inbox", "restore the mail {subject} to my inbox", "The mail {subject} should be in the inbox again", "fetch {subject} from the mail archive into the inbox", "shift {subject} back to the inbox", "have the mail {subject} in the inbox again", "move {subject} from the archive to the inbox",
]
DELETE = [
    "delete the mail {subject}", "throw away the mail {subject}", "put the mail {subject} in the trash", "I don't need the mail {subject}, delete it", "get rid of the mail {subject}", "trash the mail {subject}", "remove the mail {subject}",
    "bin the mail {subject}", "erase the mail {subject}", "The mail {subject} can go in the trash", "move the mail {subject} to the trash", "delete {subject} from my mail", "scrap the mail {subject}", "toss the mail {subject}",
    "discard the mail {subject}", "drop the mail {subject} in the bin", "delete that mail, {subject}", "clear away the mail {subject}", "The mail {subject} is of no use, delete it", "wipe the mail {subject}", "dump the mail {subject}",
]
DRAFT = [
    'save a draft with the subject "{subject}" and the text "{text}"', 'keep a mail draft "{subject}" saying "{text}"', 'write a draft titled "{subject}": "{text}"', "Draft a mail, don't send it. Subject: {subject}. Text: {text}", 'start a mail draft, subject "{subject}", text "{text}"', 'make a draft "{subject}" with the text "{text}"', "Save this as a mail draft. Subject: {subject}. Text: {text}",
    'prepare a mail but only as a draft: subject "{subject}", text "{text}"', "New mail draft, subject {subject}. Text: {text}", 'put a draft in my mail, subject "{subject}", body "{text}"', 'create a mail draft "{subject}" that says "{text}"', 'note a draft for later: "{subject}", "{text}"', 'store a draft with subject "{subject}" and body "{text}"', "Mail draft please. Subject: {subject}. Text: {text}",
]
SEND_DRAFT = [
    "send the draft {subject}", "send off my draft {subject}", "The draft {subject} is ready, send it", "get the draft {subject} out", "send the mail draft {subject}", "fire off the draft {subject}", "Can you send my draft {subject}?",
    "let the draft {subject} go out", "mail the draft {subject}", "I'm happy with the draft {subject}, send it", "send the draft about {subject}", "The mail draft {subject} can go out now", "take the draft {subject} and send it", "have the draft {subject} sent",
]
TO_WHOM = [
    'send a mail with the subject "{subject}" and the text "{text}"', 'write and send a mail: subject "{subject}", text "{text}"', "Send a mail for me. Subject: {subject}. Text: {text}", 'mail this out: subject "{subject}", "{text}"', "I want to send a mail, subject {subject}. Text: {text}", 'send an email about "{subject}" that says "{text}"', "Send this by mail, subject {subject}: {text}",
    "New mail, send it. Subject: {subject}. Text: {text}", 'get a mail out with subject "{subject}" and body "{text}"', 'fire off a mail titled "{subject}": "{text}"', 'compose and send a mail, subject "{subject}", body "{text}"', "Please send a mail. Subject {subject}. It says: {text}", 'send a mail that says "{text}" under the subject "{subject}"', 'email "{text}", subject "{subject}"',
]
NO_TEXT = [
    "reply to the mail {subject}", "answer the mail {subject}", "write back on the mail {subject}", "I need to answer the mail {subject}", "respond to {subject} in my mail", "send a reply to the mail {subject}", "reply to the mail about {subject} for me",
    "Can you answer the mail {subject} for me?", "write a reply to {subject}", "I'd like to reply to the mail {subject}", "mail back on {subject}", "The mail {subject} needs an answer, send one", "get a reply out on the mail {subject}", "give an answer to the mail {subject}",
]
NEWEST = [
    "read me my newest mail", "What does my latest mail say?", "open the most recent mail in my inbox", "What's in the last mail I got?", "show me the newest mail in full", "read the latest mail in my inbox", "read my most recent mail",
    "tell me what the newest mail says", "What did the last mail to me say?", "let me hear the latest mail", "check the newest mail and read it to me", "What is in my most recent mail?", "go to the top mail in my inbox and read it", "read out the mail that came last",
    "get me the text of my newest mail", "I just got a mail, what does it say?", "read the mail at the top of my inbox", "What was the last mail I received?", "display the text of the latest mail", "The newest mail in my inbox, what's in it?", "give me the text of the last mail I got",
]
NEWEST_ACT = [
    "{act} my newest mail", "{act} the latest mail in my inbox", "{act} the most recent mail in the inbox", "{act} the last mail I got", "{act} the mail that came last", "{act} the top mail in my inbox", "{act} the newest mail in my inbox",
    "look for the newest mail and {act} it", "find my latest mail and {act} it", "check which mail came last and {act} that", "{act} whichever mail is newest", "see what the latest mail is and {act} it", "{act} the mail at the top of the inbox", "take my most recent mail and {act} it",
]
JOINS = ["{} And {}", "{} Also, {}", "{} Then {}", "{} Oh, and {}", "{} While you're at it, {}", "{} After that, {}", "{} Plus, {}"]
