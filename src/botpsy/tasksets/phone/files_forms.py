"""The forms of requests of the app files. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
LIST = [
    "What's in {folder}?", "list the folder {folder}", "show me what is in {folder}", "open the folder {folder}", "Which files are in {folder}?", "look into {folder}", "What do I have in {folder}?",
    "show the contents of {folder}", "tell me what's inside {folder}", "Is there anything in {folder}?", "list everything in {folder}", "check what is in {folder}", "go through the {folder} folder", "give me the contents of the folder {folder}",
    "What does the folder {folder} hold?", "browse {folder}", "see what's in {folder}", "I want to know what is in {folder}", "What have I got in {folder}?", "display the files in {folder}", "read out what's in {folder}",
]
FIND = [
    "find the file {name}", "Where is the file {name}?", "search my files for {name}", "Where did I put {name}?", "look for a file called {name}", "Which folder is {name} in?", "locate {name}",
    "I can't find the file {name}, where is it?", "Do I have a file called {name}?", "find {name} on the disk", "search for the file {name}", "track down {name} in my files", "Where on my disk is {name}?", "look up where {name} is",
    "In which folder did I save {name}?", "get me the path of {name}", "I'm looking for the file {name}", "Is there a file named {name}?", "find where {name} is stored", "hunt for {name} in my folders", "tell me where the file {name} is",
]
KIND = [
    "find all my {kinds}", "Which {kinds} do I have?", "list my {kinds}", "show me the {kinds} on my disk", "search for {kinds}", "Where are my {kinds}?", "look for {kinds} in my files",
    "give me a list of my {kinds}", "What {kinds} are there?", "find the {kinds}", "show every one of my {kinds}", "I'd like to see my {kinds}", "tell me which {kinds} I have", "get the {kinds} I have",
]
KIND_WHEN = [
    "find {kinds} changed {when}", "Which {kinds} did I change {when}?", "show me {kinds} from {when}", "list the {kinds} I edited {when}", "search for {kinds} changed {when}", "What {kinds} are from {when}?", "look for {kinds} I changed {when}",
    "give me the {kinds} that were changed {when}", "Did I change any {kinds} {when}?", "find the {kinds} I worked on {when}", "get {kinds} from {when}", "I need the {kinds} from {when}", "check for {kinds} changed {when}", "tell me the {kinds} I changed {when}",
]
READ = [
    "What does {file} say?", "read {file}", "open {file} and read it to me", "show me the text of {file}", "What's in the file {file}?", "read out {file}", "tell me what {file} says",
    "What is written in {file}?", "show {file}", "read me {file}", "open the file {file}", "let me see {file}", "I need to know what's in the file {file}", "Can you read {file} for me?",
    "What did I write in {file}?", "display {file}", "give me the text in {file}", "look into {file} and tell me what it says", "What is the text of {file}?", "check what {file} says", "pull up {file}",
]
CREATE = [
    "create a file {path} with the text: {text}", "make a new file {path} that says: {text}", "write a file {path}: {text}", "New file {path}, text: {text}", "save this as {path}: {text}", "put the following into a new file {path}: {text}", "start a file {path} with: {text}",
    "I need a file {path} saying: {text}", "Can you make a file {path} with this in it: {text}", "set up a text file {path}: {text}", "store as {path}: {text}", "create {path} and write in it: {text}", "add a new file {path} with the words: {text}", "file this under {path}: {text}",
    "I'd like a new file, {path}, that reads: {text}", "make {path}, content: {text}", "generate a file {path} containing: {text}", "open a new file {path} and put in: {text}", "write this to a new file {path}: {text}", "save a file called {path} with the text: {text}", "produce a file {path} with this text: {text}",
]
APPEND = [
    "add to {file}: {text}", "append to {file}: {text}", "write at the end of {file}: {text}", "put this at the end of {file}: {text}", "add a line to {file}: {text}", "extend {file} with: {text}", "add this to the file {file}: {text}",
    "In {file} also write: {text}", "{file}, add at the end: {text}", "append the line to {file}: {text}", "I want one more line in {file}: {text}", "put one more line into {file}: {text}", "At the bottom of {file} write: {text}", "update {file} by adding: {text}",
    "The file {file} should also say: {text}", "tack this on to {file}: {text}", "include in {file}: {text}", "attach this line to {file}: {text}", "continue {file} with: {text}", "write into {file}, at the end: {text}", "stick this on the end of {file}: {text}",
]
FOLDER = [
    "make a folder {path}", "create a new folder {path}", "I need a folder {path}", "New folder: {path}", "set up a folder {path}", "add a folder {path}", "create the folder {path} for me",
    "Can you make the folder {path}?", "start a folder {path}", "put a new folder at {path}", "open a new folder {path}", "I'd like a folder {path}", "have a folder {path} made", "build a folder {path}",
]
RENAME = [
    "rename {file} to {new}", "call {file} {new} instead", "change the name of {file} to {new}", "give {file} the name {new}", "{file} should be called {new}", "rename the file {file} as {new}", "rename {file}, the new name is {new}",
    "Can you rename {file} to {new}?", "I want {file} to be named {new}", "let {file} be called {new}", "set the name of {file} to {new}", "make {new} the name of {file}", "switch the name of {file} to {new}", "label {file} as {new}",
    "I'd rather have {file} called {new}", "title {file} {new} from now on", "New name for {file}: {new}", "rename to {new}: {file}", "{file} needs the new name {new}", "update the name of {file} to {new}", "From now on {file} is called {new}, rename it",
]
MOVE = [
    "move {file} to {folder}", "put {file} into {folder}", "{file} belongs in {folder}, move it", "shift {file} into the folder {folder}", "take {file} and move it to {folder}", "move the file {file} into {folder}", "transfer {file} to {folder}",
    "Can you put {file} in {folder}?", "file {file} under {folder}", "I want {file} in {folder}, not where it is", "get {file} over to {folder}", "relocate {file} to {folder}", "sort {file} into {folder}", "drop {file} into {folder}",
    "I'd like {file} moved to {folder}", "bring {file} to {folder}", "move over to {folder}: {file}", "place {file} in the folder {folder}", "{file} goes into {folder}, please move it", "send {file} to the folder {folder}", "tidy {file} away into {folder}",
]
COPY = [
    "copy {file} to {folder}", "make a copy of {file} in {folder}", "put a copy of {file} into {folder}", "duplicate {file} into {folder}", "I need {file} in {folder} too, copy it", "copy the file {file} into {folder}", "save a copy of {file} in {folder}",
    "Can you copy {file} into {folder}?", "keep a copy of {file} in {folder}", "have {file} in {folder} as well, as a copy", "leave {file} where it is and copy it to {folder}", "store a copy of {file} under {folder}", "create a copy of {file} in {folder}", "place a duplicate of {file} in {folder}",
]
BACKUP = [
    "copy {file} as {new}", "make a copy of {file} called {new}", "duplicate {file} under the name {new}", "save {file} again as {new}", "I want a copy of {file} named {new}", "copy {file}, name the copy {new}", "keep a second {file} under the name {new}",
    "make a duplicate of {file} with the name {new}", "clone {file} to {new}", "Can you copy {file} and call the copy {new}?", "put a copy of {file} beside it, named {new}", "create a copy {new} of {file}", "have a copy of {file}, call it {new}", "copy it under the name {new}: {file}",
]
DELETE = [
    "delete {file}", "throw away {file}", "remove {file}", "I don't need {file} any more, delete it", "put {file} in the bin", "bin {file}", "get rid of {file}",
    "Can you delete {file}?", "trash {file}", "move {file} to the bin", "drop {file}, I don't need it", "erase the file {file}", "{file} can go, delete it", "clear out {file}",
    "delete the file {file}", "toss {file}", "{file} is useless, bin it", "discard {file}", "take {file} away, into the bin", "scrap {file}", "dispose of {file}",
]
RESTORE = [
    "restore {file}", "get {file} back from the bin", "undelete {file}", "take {file} out of the bin", "I deleted {file} by mistake, bring it back", "put {file} back from the bin", "recover {file}",
    "Can you restore {file}?", "I need {file} again, it's in the bin", "bring back {file} from the bin", "rescue {file} from the bin", "fetch {file} out of the bin", "have {file} restored", "return {file} from the bin",
]
SPACE = [
    "How much space is left on the disk?", "check the free space", "Is there room on my disk?", "show the disk space", "How full is the disk?", "tell me how much disk space is free", "How much storage do I have left?",
    "What's the free space?", "look at how much space I have", "Do I have space left?", "check my storage", "How many gigabytes are free?", "see how much room is left on the disk", "Is the disk full?",
]
LARGEST = [
    "delete the largest file on the disk", "find my largest file and delete it", "see which file takes the most space and bin it", "throw away the biggest file", "I'm out of space, bin the biggest file", "look up which file is largest and delete it", "get rid of whatever file is biggest",
    "check which file is the biggest and throw it away", "put the largest file in the bin", "My disk is full. Delete the biggest file", "identify the biggest file and remove it", "remove the file that takes up the most room", "Which file is the largest? bin that one", "The biggest file can go, find and delete it",
]
NEW_HOME = [
    "make a folder {path} and move {file} into it", "create the folder {path}, then put {file} there", "I need a new folder {path} with {file} moved into it", "set up {path} as a folder and move {file} over", "put {file} in a new folder {path}", "move {file} into a new folder {path}", "start a folder {path} and shift {file} there",
    "Can you make a folder {path} and put {file} in it?", "New folder {path}, and move {file} into that", "add a folder {path} and sort {file} into it", "create {path} and move {file} there", "have {file} moved into a folder {path} that you make first", "open a new folder {path} for {file} and move it there", "build the folder {path} and bring {file} into it",
]
LOOK_IN = [
    "find the file about {word} and read it to me", "look for my {word} file and tell me what it says", "search for {word} and open what you find", "I have a file on {word} somewhere, what does it say?", "Where's the {word} file, and what's in it?", "find {word} in my files and read it", "dig up the {word} file and read it out",
    "locate the file with {word} in its name and read it", "get me the text of the {word} file, wherever it is", "There's a file called something with {word}, find it and read it", "I forgot where my {word} file is. Find it and read it to me", "track down the {word} file and show me the text", "hunt up the {word} file, then read it", "Somewhere I have a {word} file, find it and read it aloud",
]
FILL = [
    "copy {file} to {folder}", "make a copy of {file} in {folder}", "put a copy of {file} into {folder}", "I need {file} in {folder} too, copy it", "back up {file} into {folder}", "duplicate {file} into {folder}", "save a copy of {file} in {folder}",
    "Can you copy {file} into {folder}?", "keep a copy of {file} in {folder}", "copy the file {file} into {folder}", "store {file} in {folder} as well", "create a copy of {file} in {folder}", "leave a copy of {file} in {folder}", "have {file} copied to {folder}",
]
FREE_UP = [
    "Then delete {old} from the bin forever and try again", "OK, {old} in the bin can go for good. Then copy it again", "Remove {old} from the bin for good and do it again", "Get rid of {old} in the bin, then retry", "Wipe {old} out of the bin and copy it after all", "Throw {old} out of the bin, then try once more", "Erase {old} in the bin forever and copy it then",
    "Purge {old} from the bin first, then do the copy", "The {old} in the bin isn't needed, delete it forever and try again", "Clear {old} out of the bin and then make the copy", "Drop {old} from the bin for good, then copy again", "Let {old} go from the bin for good and repeat the copy", "Delete {old} from the bin permanently, then copy it", "Take {old} out of the bin forever and copy then",
]
NO_NAME = [
    "rename {file}", "give {file} another name", "change the name of {file}", "I want to rename {file}", "{file} needs a new name", "rename the file {file}", "{file} should have a different name",
    "Can you rename {file}?", "I don't like the name of {file}, change it", "call {file} something else", "rename {file}, I'll tell you the name", "Let's rename {file}", "set a new name for {file}", "update the name of {file}",
]
NO_PLACE = [
    "move {file}", "put {file} somewhere else", "move {file} to another folder", "{file} is in the wrong folder, move it", "I want to move {file}", "{file} belongs in a different folder", "shift {file} to another place",
    "Can you move {file}?", "relocate {file}", "take {file} out of its folder and put it in another one", "{file} is in the wrong place", "move the file {file}", "transfer {file} to a different folder", "get {file} into another folder",
]
AWAY = ["../Shared", "../../tmp", "../other user/Documents", "../..", "../Public/Documents", "../backup", "../guest"]
