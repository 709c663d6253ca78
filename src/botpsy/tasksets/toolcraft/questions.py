"""Questions of general knowledge, by area. No tool of ours answers one, however near its subject is to a tool in view."""
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

import hashlib
from functools import lru_cache

from botpsy.core.task import Split

QUESTIONS: dict[str, list[str]] = {
    "geometry": ["Who first proved the theorem about right triangles?", "Why do bees build cells with six sides?", "How do architects use the golden ratio?", "What is the difference between a cone and a pyramid?"],
    "numbers": ["Why is zero an even number?", "Who invented the decimal system?", "How do mathematicians look for new primes?", "What is the easiest way to learn the times tables?"],
    "statistics": ["Why is the median better than the mean for salaries?", "What does it mean when a result is significant?", "How do pollsters choose whom to ask?", "Explain what an outlier is."],
    "physics": ["Why is the sky blue?", "How does a magnet work?", "Who discovered gravity?", "What are black holes made of?", "How do planes stay in the air?"],
    "chemistry": ["Why does salt melt ice?", "How is soap made?", "Who arranged the elements in a table?", "What makes a diamond so hard?"],
    "biology": ["How do birds find their way south?", "Why do leaves turn red?", "How do I keep snails away from lettuce?", "How long does an elephant carry its young?", "Who discovered the cell?"],
    "energy": ["How does a nuclear plant work?", "What are the drawbacks of wind farms?", "How can I save electricity at home?", "Why is coal so dirty?"],
    "finance": ["How do I become a good investor?", "What caused the crash of 1929?", "Should I rent or buy?", "Who founded the World Bank?", "What is the difference between stocks and bonds?"],
    "conversion": ["Why do Americans use miles?", "Who invented the metre?", "How is a nautical mile defined?"],
    "shopping": ["What should I look for in a used laptop?", "How do I haggle at a market?", "Which phone has the best camera?", "Why are so many prices a cent below a round number?"],
    "property": ["What questions should I ask a landlord?", "How do I get along with my neighbours?", "What is a good way to insulate an attic?"],
    "health": ["How can I fall asleep faster?", "What is the best treatment for a cold?", "Why do we yawn?", "Which foods are good for the eyes?", "How does a vaccine work?"],
    "food": ["How do I poach fish without it falling apart?", "Who invented the sandwich?", "How do I keep bread fresh?", "Why does cheese smell?", "What wine goes with fish?"],
    "travel": ["What should I pack for the mountains?", "Which is the quietest beach in Spain?", "How do I get over jet lag?", "Which souvenirs are worth bringing home?", "Who built Machu Picchu?"],
    "weather": ["Why does thunder follow lightning?", "How do hurricanes get their names?", "What makes a rainbow?", "How do people forecast the weather?"],
    "sports": ["Who has won the most Olympic medals?", "What are the rules of cricket?", "How do I train for a marathon?", "Who is the coach of the national team?", "How do goalkeepers train?"],
    "music": ["How do I learn the violin?", "Who composed the Four Seasons?", "Why does minor sound sad?", "What is the oldest instrument?", "Who taught Beethoven?"],
    "films": ["Who was the first to film in colour?", "How is a stunt rehearsed?", "What makes a good screenplay?", "Who dubbed the old cartoons?"],
    "books": ["How do I write a novel?", "Which book should every child read?", "Who printed the first book?", "What is magic realism?"],
    "history": ["How did people live in the Bronze Age?", "Why did Rome fall?", "Who painted in caves, and why?", "What did the Vikings eat?"],
    "law": ["How do I become a judge?", "What is the difference between civil and criminal law?", "Who wrote the constitution?", "Can my landlord keep a key?"],
    "geography": ["Why are there deserts?", "How are islands formed?", "Which country has the friendliest people?", "Who named the Pacific Ocean?"],
    "games": ["How do I get better at chess?", "Who invented the crossword?", "What is a good card game for three?", "Why do people like puzzles?"],
    "education": ["How do I study for a difficult exam?", "What should I ask at a parents' evening?", "How do I find a tutor I like?", "Is it better to learn alone or in a group?"],
    "home": ["How do I get a stain out of a carpet?", "What colour should I paint the hall?", "How often should one wash curtains?", "Which plants need little light?"],
    "car": ["How do I change a tyre?", "Why does my car squeak when I brake?", "What is the difference between petrol and diesel?", "Who built the first car?"],
    "messaging": ["How do I write a good apology?", "What is a polite way to say no?", "Who sent the first email?", "Which emoji is used most?"],
    "work": ["How do I ask for a raise?", "What should I wear to an interview?", "How do I deal with a rude colleague?", "What makes a good leader?"],
    "text": ["Which language is the hardest to learn?", "Why is English spelling so odd?", "Who deciphered the hieroglyphs?", "What is a haiku?"],
    "data": ["How do I learn to program?", "What is the difference between a row and a record?", "Who invented the spreadsheet?", "Why do computers use binary?"],
    "": ["What is the meaning of life?", "Tell me something interesting.", "Write me a short poem.", "What do you think of modern art?", "Give me ideas for a party.", "How do I make new friends?", "What is your favourite colour?", "Help me choose a name for my dog.", "Summarise the news for me.", "What should I do this weekend?"],
}


@lru_cache(maxsize=3)
def questions_of(split: Split) -> tuple[tuple[str, str], ...]:
    """Return (area, question) of a split: the question's hash decides, 12% dev, 12% test."""

    def mine(text: str) -> Split:
        place = int(hashlib.sha256(f"question {text}".encode()).hexdigest(), 16) % 100
        return "dev" if place < 12 else "test" if place < 24 else "train"

    return tuple((area, text) for area, texts in QUESTIONS.items() for text in texts if mine(text) == split)
