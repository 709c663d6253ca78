"""The forms of requests of the app messages. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
THREADS = [
    "show my text messages", "What text threads do I have?", "list my text threads", "open my messages", "Who have I been texting with?", "go through my text threads", "What's in my messages?",
    "give me an overview of my texts", "check my text messages", "list all my chats in messages", "Which text threads are there?", "pull up my messages", "see my text threads", "tell me which text threads I have",
    "look at my texts", "What text messages do I have?", "display my message threads", "Whom do I text with?", "read out the list of my text threads", "What conversations are in my messages?", "show all text threads",
]
UNREAD = [
    "Do I have unread texts?", "show my unread text messages", "Who texted me that I haven't read?", "list the unread text threads", "Any new text messages?", "check for unread texts", "Which text threads are unread?",
    "Are there text messages I haven't read?", "What texts did I miss?", "see my unread messages", "Did anyone text me?", "tell me which texts are unread", "look for unread text messages", "Have I got unread text messages?",
    "go through the unread texts", "Which messages haven't I read yet?", "pull up unread texts", "Any texts I haven't seen?", "give me the unread threads", "What's unread in my messages?", "find the texts I haven't read",
]
READ = [
    "read me the texts from {who}", "What did {who} text me?", "open the thread with {who}", "show me the messages with {who}", "What's in the thread with {who}?", "read the thread with {who}", "What does {who} write in messages?",
    "read out the messages from {who}", "show my texts with {who}", "go to the thread with {who} and read it", "What have {who} and I been texting?", "let me hear the texts from {who}", "pull up the text thread with {who}", "tell me what {who} texted",
    "What was the last text with {who}?", "get me the messages with {who}", "I want to see the texts with {who}", "display the thread with {who}", "check what {who} texted", "What's new in the thread with {who}?", "bring up my messages with {who}",
]
SUMMARY = [
    "sum up the texts from {who}", "What does {who} want in that text?", "give me the gist of the texts from {who}", "What is the text from {who} about?", "summarise the thread with {who}", "in short, what did {who} text?", "tell me briefly what {who} texted",
    "What's the point of the text from {who}?", "recap the messages from {who}", "read the text from {who} and sum it up", "Who is {who} and what do they text?", "make the text from {who} short for me", "What do I need to know from the text of {who}?", "outline the text from {who}",
]
SEND = [
    'text {who} "{text}"', 'send {who} a text: "{text}"', "Text {who}: {text}", "Tell {who} by text: {text}", 'message {who} "{text}"', 'send a message to {who} saying "{text}"', "Send {who} a text that says: {text}",
    'text "{text}" to {who}', 'write {who} a text: "{text}"', "Message to {who}: {text}", 'send the text "{text}" to {who}', 'let {who} know by text: "{text}"', 'shoot {who} a text, "{text}"', "Write to {who} in messages: {text}",
    'drop {who} a text saying "{text}"', "Send this text to {who}: {text}", 'send "{text}" to {who} as a text', 'get a text to {who}: "{text}"', "Please text {who} this: {text}", 'text {who} the words "{text}"', "SMS to {who}: {text}",
]
SEARCH = [
    'search my texts for "{words}"', 'find the text that mentions "{words}"', 'Who texted "{words}"?', 'look for "{words}" in my messages', 'Which text message says "{words}"?', 'search my text messages for "{words}"', 'find "{words}" in my texts',
    'Was there a text about "{words}"?', 'look through my texts for "{words}"', 'find the message with "{words}" in it', 'check my text messages for "{words}"', 'Did anybody text me about "{words}"?', 'search all threads for "{words}"', 'go through my texts and find "{words}"',
    'In which text does "{words}" come up?', 'look up "{words}" in my text messages', 'Is "{words}" in any of my texts?', 'pull up the text with "{words}"', 'find me texts with "{words}"', 'Where did someone text "{words}"?', 'hunt for "{words}" in my texts',
]
MUTE = [
    "mute the thread with {who}", "silence {who} in messages", "mute {who} in my texts", "The texts from {who} are too much, mute them", "turn off notifications for the texts of {who}", "mute the messages from {who}", "stop the thread with {who} from ringing, mute it",
    "put the thread with {who} on mute", "make the texts from {who} silent", "I want no sound for the texts from {who}, mute the thread", "quiet the thread with {who}", "set {who} to muted in messages", "mute my texts with {who}", "have the thread with {who} muted",
]
MUTE_FOR = [
    "mute the thread with {who} for {length}", "silence {who} in messages for {length}", "mute {who} in my texts for {length}", "I need {length} without texts from {who}, mute the thread", "for {length}, mute the texts from {who}", "mute the messages from {who} for {length}", "put the thread with {who} on mute for {length}",
    "give me {length} of quiet from the texts of {who}", "make the texts from {who} silent for {length}", "mute my texts with {who}, {length}", "quiet the thread with {who} for {length}", "set {who} to muted in messages for {length}", "keep the thread with {who} muted for {length}", "have the thread with {who} muted for {length}",
]
UNMUTE = [
    "unmute the thread with {who}", "unmute {who} in messages", "let the texts from {who} ring again", "I want to hear texts from {who} again, unmute the thread", "take the thread with {who} off mute", "turn the sound for the texts of {who} back on", "unmute my texts with {who}",
    "stop muting {who} in messages", "The thread with {who} should ring again", "remove the mute from the thread with {who}", "un-mute the messages from {who}", "end the mute on the thread with {who}", "lift the mute for {who} in messages", "make the thread with {who} audible again",
]
DELETE = [
    "delete the thread with {who}", "delete my messages with {who}", "get rid of the text thread with {who}", "I don't need the thread with {who}, delete it", "erase the texts with {who}", "remove the thread with {who} from my messages", "wipe my texts with {who}",
    "throw away the thread with {who}", "The thread with {who} can go, delete it", "clear out the texts with {who}", "drop the text thread with {who}", "delete all texts with {who}", "scrap the thread with {who}", "take the thread with {who} out of my messages",
]
MARK_READ = [
    "mark the thread with {who} as read", "mark the texts from {who} as read", "I know what {who} texted, mark it as read", "set the thread with {who} to read", "The texts from {who} count as read, mark them", "mark {who} as read in messages", "make the thread with {who} read",
    "flip the thread with {who} to read", "have the texts from {who} marked as read", "put the thread with {who} down as read", "mark as read: the texts from {who}", "let the thread with {who} show as read", "mark everything from {who} in messages as read", "I've seen the texts from {who}, mark them read",
]
MARK_UNREAD = [
    "mark the thread with {who} as unread", "mark the texts from {who} as unread", "I'll answer {who} later, mark the thread as unread", "set the thread with {who} to unread", "The thread with {who} should be unread again", "mark {who} as unread in messages", "make the thread with {who} unread",
    "flip the thread with {who} to unread", "have the texts from {who} marked as unread", "put the thread with {who} back to unread", "mark as unread: the texts from {who}", "let the thread with {who} show as unread", "keep the texts from {who} as unread", "I want the thread with {who} unread again",
]
RENAME = [
    "rename the group {who} to {name}", "call the group {who} {name} from now on", "change the name of the group {who} to {name}", "The group {who} should be called {name}", "give the group {who} the name {name}", "rename {who} in messages to {name}", "rename my text group {who} to {name}",
    "let the group {who} be called {name}", "switch the group name {who} to {name}", "I want the group {who} to be named {name}", "set the name of the group {who} to {name}", "make {name} the new name of the group {who}", "name the text group {who} {name} instead", "the group {who} gets the new name {name}, rename it",
]
CHECK = [
    "Do I have signal?", "check my signal for texts", "Can I send texts right now?", "How is my signal?", "tell me if there is signal", "Is my signal on?", "see whether I have signal",
    "What's my signal like?", "check if texts can go out", "Is there any signal here?", "look whether the signal is on", "Have I got signal for messages?", "find out if I can text here", "Is the signal off?",
]
SWITCH = [
    "turn my signal {state}", "switch the signal {state}", "turn {state} the signal for texts", "I want the signal {state}", "set the signal to {state}", "flip the signal {state}", "turn the signal for messages {state}",
    "Can you switch my signal {state}?", "get the signal {state}", "put the signal {state}", "switch {state} my signal", "The signal should be {state}", "have the signal {state}", "make the signal go {state}",
]
TO_WHOM = [
    'send a text: "{text}"', 'text "{text}"', "Send this as a text: {text}", 'write a text that says "{text}"', "I want to send a text. It says: {text}", 'send a message saying "{text}"', "Text this for me: {text}",
    "New text message: {text}", 'get this text out: "{text}"', 'shoot off a text, "{text}"', "Please send a text with these words: {text}", 'send the text "{text}"', 'message "{text}"', 'drop a text saying "{text}"',
]
NO_TEXT = [
    "text {who}", "send {who} a text", "I need to text {who}", "write a text to {who}", "message {who} for me", "send a message to {who}", "I want to send {who} a text",
    "Can you text {who} for me?", "drop {who} a text", "shoot {who} a message", "I'd like to text {who}", "send off a text to {who}", "get a message to {who}", "start a text to {who}",
]
SAME = ["Text {who} the same", "Send that to {who} as well", "The same to {who} please", "Also text that to {who}", "And {who} should get it too", "Now the same text for {who}", "Please send {who} the same text"]
LATER = ['Reply "{text}"', "Text back: {text}", 'Answer "{text}"', "Write back: {text}", 'Tell them "{text}"', "Reply: {text}", "Answer: {text}"]
JOINS = ["{} And {}", "{} Also, {}", "{} Then {}", "{} Oh, and {}", "{} While you're at it, {}", "{} After that, {}", "{} Plus, {}"]
