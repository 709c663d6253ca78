"""The forms of requests of the app web. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
SEARCH = [
    "search the web for {topic}", "look up {topic} online", "find pages about {topic}", "What is there on the web about {topic}?", "google {topic} for me", "search online for {topic}", "Are there any pages about {topic}?",
    "find something on the web about {topic}", "do a web search for {topic}", "check the web for {topic}", "I'm looking for a page about {topic}", "Can you find pages on {topic}?", "see what the web has on {topic}", "find websites about {topic}",
    "get me some pages about {topic}", "look on the internet for {topic}", "Which pages are there about {topic}?", "run a search for {topic}", "show me pages on {topic}", "Is there anything online about {topic}?", "hunt the web for {topic}",
]
ANSWERS = [
    "look up {topic} on the web and tell me what the best page says", "search for {topic}, open the first page and read it to me", "What does the web say about {topic}? Read me the top page", "find a page about {topic} and read it", "I need help with {topic}, find a page and tell me what it says", "search the web for {topic} and read me the first result", "find out about {topic} online, read the page that fits best",
    "look online for {topic} and open the top result", "get me the text of the best page about {topic}", "research {topic}: find the first page and read it out", "do a search for {topic} and tell me what the first page says", "What do people online say about {topic}? Open the best page", "find the top page on {topic} and show me its text", "google {topic} and read me what comes first",
    "check the web about {topic} and read me the page on top", "I want to read about {topic}. Find a page and open it", "search {topic}, then open the best hit", "Look into {topic} on the web and read the first hit to me", "pull up the best page about {topic} and read it", "Could you find a page about {topic} and read it to me?", "find what is written online about {topic}, the first page will do",
]
OPEN = [
    "read the page {title}", "open the page {title}", "What does the page {title} say?", "show me the page {title}", "read me {title} on the web", "tell me what the page {title} says", "What's on the page {title}?",
    "read out the web page {title}", "get the text of the page {title}", "open {title} and read it to me", "Can you read the page {title} for me?", "go to the page {title} and read it", "load the page {title}", "look at the page {title} and tell me what it says",
    "What is written on the page {title}?", "bring up the page {title}", "let me hear what the page {title} says", "display the page {title}", "I'd like to read the page {title}", "fetch the page {title}", "visit the page {title} and tell me its text",
]
NEWS_ON = [
    "What's in the {topic} news?", "show me the {topic} news", "read me the latest {topic} news", "Any {topic} news?", "give me {topic} headlines", "What's new in {topic} news?", "get the {topic} news",
    "tell me the {topic} news", "I want to hear the {topic} news", "What happened in {topic} news?", "check the {topic} news", "catch me up on {topic} news", "What are the {topic} headlines?", "pull up the {topic} news",
    "Is there any news in {topic}?", "look at the {topic} news", "list the {topic} headlines", "fill me in on the {topic} news", "How about the {topic} news?", "read out the {topic} headlines", "go through the {topic} news with me",
]
NEWS_ABOUT = [
    "Is there news about {word}?", "find news about {word}", "What's the news on {word}?", "look for news on {word}", "show me the news about {word}", "search the news for {word}", "What do the news say about {word}?",
    "Any word on {word} in the news?", "check the news for {word}", "get me the latest news about {word}", "tell me what's new with {word}", "read me the news on {word}", "Has {word} been in the news?", "see if {word} is in the news",
]
WEATHER = [
    "What's the weather in {city}?", "How's the weather in {city} right now?", "Weather in {city} now", "tell me the current weather in {city}", "check the weather in {city}", "How warm is it in {city}?", "What's it like outside in {city}?",
    "Is it cold in {city} right now?", "show me the weather in {city}", "give me the current temperature in {city}", "look up the weather in {city}", "How is the sky in {city}?", "What's the temperature in {city}?", "get the weather for {city}",
    "I want to know the weather in {city}", "see what the weather is in {city}", "How windy is it in {city} now?", "Is it nice out in {city}?", "read me the weather in {city}", "What are the conditions in {city}?", "find out how the weather is in {city}",
]
FORECAST = [
    "What will the weather be in {city} {when}?", "Forecast for {city} {when}", "Will it rain in {city} {when}?", "tell me the forecast for {city} {when}", "How will the weather be {when} in {city}?", "check the forecast for {city} {when}", "Do I need an umbrella in {city} {when}?",
    "show me the weather in {city} {when}", "What's the forecast {when} in {city}?", "look up how the weather will be in {city} {when}", "Is it going to be warm in {city} {when}?", "give me the weather for {city} {when}", "see what the weather does in {city} {when}", "Will it be cold in {city} {when}?",
    "What does {when} look like in {city}, weather-wise?", "get the forecast {when} for {city}", "How warm will it get in {city} {when}?", "I'm in {city} {when}. What will the weather be?", "find out if it rains in {city} {when}", "What weather can I expect in {city} {when}?", "read me the forecast for {city} {when}",
]
HOURS = [
    "When is {place} open {when}?", "What are the opening hours of {place} {when}?", "How long is {place} open {when}?", "tell me the hours of {place} {when}", "check when {place} opens {when}", "Is {place} open {when}?", "look up the opening hours of {place} {when}",
    "What time does {place} close {when}?", "find out how long {place} is open {when}", "When does {place} open {when}?", "get the opening times of {place} {when}", "I want to go to {place} {when}. When is it open?", "show me the hours for {place} {when}", "Until when is {place} open {when}?",
    "see if {place} is open {when}", "What hours does {place} keep {when}?", "give me the hours of {place} {when}", "Can I go to {place} {when}?", "From when is {place} open {when}?", "find the closing time of {place} {when}", "What time is {place} open {when}?",
]
WEEK = [
    "What are the opening hours of {place}?", "When is {place} open?", "look up the hours of {place}", "tell me when {place} is open during the week", "show me the opening hours of {place}", "Which days is {place} open?", "get the opening times of {place}",
    "give me the weekly hours of {place}", "find the opening hours of {place}", "How are the hours at {place}?", "check the hours of {place} for the whole week", "I need the opening hours of {place}", "What hours does {place} have?", "list the opening hours of {place}",
]
NEAR = [
    "Is there a {kind} nearby?", "find a {kind} near me", "Where is the nearest {kind}?", "look for a {kind} around here", "show me a {kind} close by", "Which {kind} is near?", "I need a {kind}, where is one?",
    "list any {kind} nearby", "tell me where I find a {kind} here", "Do I have a {kind} nearby?", "search for a {kind} near here", "give me the address of a {kind} nearby", "Where can I find a {kind} around here?", "get me a {kind} in the area",
]
NEAR_AT = [
    "Is there a {kind} open {when}?", "find a {kind} that is open {when}", "Which {kind} nearby is open {when}?", "look for a {kind} that's open {when}", "I need a {kind} {when}, which one is open?", "Where is a {kind} open {when}?", "show me a {kind} near me that is open {when}",
    "Can I find an open {kind} {when}?", "search for a {kind} open {when}", "tell me which {kind} is open {when}", "Do I find a {kind} open {when}?", "list a {kind} nearby open {when}", "get me a {kind} that opens {when}", "check for a {kind} that is open {when}",
]
NEAR_HOURS = [
    "find a {kind} nearby and tell me its hours {when}", "Which {kind} is near, and when is it open {when}?", "look for a {kind} around here and check its hours {when}", "I need a {kind}. Find one and tell me how long it is open {when}", "search for a {kind} near me, then tell me when it opens {when}", "Where's a {kind} around here and what are its hours {when}?", "locate a {kind} and look up how long it is open {when}",
    "get me a {kind} nearby with its opening hours {when}", "Is there a {kind} here? When is it open {when}?", "show me a {kind} close by and its hours {when}", "find the {kind} near here and see when it opens {when}", "Where can I find a {kind}, and until when is it open {when}?", "pick a {kind} nearby and tell me its opening times {when}", "see which {kind} is near and how long it is open {when}",
]
MARK = [
    "bookmark the page {page}", "add {page} to my bookmarks", "save the page {page} as a bookmark", "put {page} in my bookmarks", "keep {page} as a bookmark", "I want to bookmark {page}", "make a bookmark of {page}",
    "Can you bookmark {page}?", "remember the page {page} in my bookmarks", "store {page} among my bookmarks", "set a bookmark for {page}", "create a bookmark for {page}", "add a bookmark to {page}", "I'd like {page} in my bookmarks",
]
MARK_IN = [
    "bookmark {page} in the folder {folder}", "add {page} to my bookmarks under {folder}", "save {page} as a bookmark in {folder}", "put {page} in my {folder} bookmarks", "keep {page} as a bookmark in the folder {folder}", "I want {page} bookmarked in {folder}", "make a bookmark of {page} in {folder}",
    "Can you bookmark {page} under {folder}?", "store {page} in the bookmark folder {folder}", "set a bookmark for {page}, folder {folder}", "create a bookmark for {page} in {folder}", "file {page} in my bookmarks under {folder}", "add a bookmark to {page} in the {folder} folder", "bookmark the page {page}, it goes into {folder}",
    "I'd like a bookmark of {page} in {folder}", "place {page} into the {folder} folder of my bookmarks", "drop {page} into my bookmarks, in {folder}", "have {page} bookmarked, folder {folder}", "Under {folder} in my bookmarks, add {page}", "include {page} in the bookmarks folder {folder}", "collect {page} in the bookmark folder {folder}",
]
FIND_MARK = [
    "search for {topic} and bookmark the best page", "find a page about {topic} and add it to my bookmarks", "look up {topic} and bookmark the first result", "find {topic} online and keep the top page as a bookmark", "I need a bookmark about {topic}, search for one", "search the web for {topic} and put the first hit in my bookmarks", "get a good page on {topic} and bookmark it",
    "do a search for {topic}, then bookmark what comes first", "google {topic} and save the first result as a bookmark", "look for {topic} on the web and store the best page in the bookmarks", "Find the top page on {topic} and bookmark it for me", "pick the best page about {topic} and bookmark it", "find something about {topic} and make a bookmark of it", "research {topic} and bookmark the first page",
]
MARKS = [
    "What bookmarks do I have?", "show my bookmarks", "list all my bookmarks", "Which pages have I bookmarked?", "read me my bookmarks", "What's in my bookmarks?", "open my bookmarks",
    "go through my bookmarks", "tell me what I have bookmarked", "Do I have any bookmarks?", "see my bookmarks", "give me my bookmarks", "check what is in my bookmarks", "look at my bookmarks",
]
MARKS_IN = [
    "What's in my {folder} bookmarks?", "show the bookmarks in {folder}", "list the bookmark folder {folder}", "Which bookmarks are in the folder {folder}?", "read me the bookmarks in {folder}", "What have I bookmarked under {folder}?", "open the bookmark folder {folder}",
    "go through the bookmarks in {folder}", "tell me what's bookmarked in {folder}", "Do I have bookmarks in {folder}?", "see the bookmarks under {folder}", "give me the {folder} bookmarks", "check the bookmark folder {folder}", "look at my bookmarks in {folder}",
]
SHIFT = [
    "move the bookmark {title} to {folder}", "put the bookmark {title} into {folder}", "The bookmark {title} belongs in {folder}", "shift the bookmark {title} to the folder {folder}", "sort the bookmark {title} into {folder}", "file the bookmark {title} under {folder}", "move my bookmark {title} into the folder {folder}",
    "Can you move the bookmark {title} to {folder}?", "get the bookmark {title} into {folder}", "I want the bookmark {title} in {folder}", "change the folder of the bookmark {title} to {folder}", "take the bookmark {title} over to {folder}", "place the bookmark {title} in {folder}", "transfer the bookmark {title} to {folder}",
    "I'd rather have the bookmark {title} in {folder}", "set the folder of the bookmark {title} to {folder}", "My bookmark {title} should be in {folder}", "relocate the bookmark {title} to {folder}", "bring the bookmark {title} into {folder}", "put {title} under {folder} in my bookmarks", "switch the bookmark {title} to the folder {folder}",
]
UNMARK = [
    "delete the bookmark {title}", "remove the bookmark {title}", "take {title} out of my bookmarks", "I don't need the bookmark {title} any more", "get rid of the bookmark {title}", "drop the bookmark {title}", "erase the bookmark {title}",
    "Can you delete the bookmark {title}?", "throw out the bookmark {title}", "clear the bookmark {title}", "remove {title} from my bookmarks", "delete {title} from the bookmarks", "unbookmark {title}", "discard the bookmark {title}",
    "The bookmark {title} can go", "strike {title} off my bookmarks", "kill the bookmark {title}", "scrap my bookmark {title}", "I'm done with the bookmark {title}, delete it", "take away the bookmark {title}", "clean out the bookmark {title}",
]
NO_CITY = [
    "What's the weather like?", "How's the weather?", "tell me the weather", "check the weather", "What's the temperature?", "show me the weather", "give me the weather",
    "Is it cold outside?", "look up the weather", "How warm is it?", "What's the weather right now?", "get the current weather", "Is it windy?", "read me the weather report",
]
NO_FOLDER = [
    "move the bookmark {title} to another folder", "put the bookmark {title} somewhere else", "sort the bookmark {title} into a different folder", "The bookmark {title} is in the wrong folder, move it", "I want to move the bookmark {title}", "shift the bookmark {title} to a different folder", "change the folder of the bookmark {title}",
    "Can you move the bookmark {title}?", "move my bookmark {title}", "relocate the bookmark {title}", "get the bookmark {title} into another folder", "My bookmark {title} should be elsewhere", "transfer the bookmark {title} to another folder", "file the bookmark {title} differently",
]
