"""The forms of requests of the app car. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
WARM = [
    "set the car to {t}", "make it {t} in the car", "heat the car to {t}", "put the car climate at {t}", "I want {t} in the car", "bring the cabin to {t}", "change the temperature in the car to {t}",
    "The car should be at {t}", "adjust the car climate to {t}", "get the cabin to {t}", "Car climate {t}", "have the car at {t}", "set {t} in the car", "get my car to {t}",
    "turn the car's temperature to {t}", "Could the car be at {t}?", "I'd like the cabin at {t}", "let the car be {t} inside", "aim for {t} in the car", "keep the cabin at {t}", "regulate the car to {t}",
]
SWITCH = [
    "turn {state} {x}", "switch {x} {state}", "turn {x} {state}", "put {x} {state}", "I want {x} {state}", "get {x} {state}", "set {x} to {state}",
    "have {x} {state}", "switch {state} {x}", "Could you have {x} {state}?", "make sure {x} is {state}", "just turn {x} {state}", "go ahead and turn {state} {x}", "I need {x} {state}",
]
LOCK = [
    "{act} the car", "{act} my car", "{act} the car doors", "I need the car {act}ed", "make sure the car is {act}ed", "get the car {act}ed", "{act} the doors of my car",
    "The car should be {act}ed", "have the car {act}ed", "just {act} the car", "I want the car {act}ed", "quickly {act} my car", "see that the car is {act}ed", "{act} the vehicle",
]
BOOT = [
    "{act} the boot", "{act} the boot of my car", "I need you to {act} the boot", "just {act} the boot", "{act} the car's boot", "{act} my boot", "go and {act} the boot",
    "now {act} the boot", "quickly {act} the boot", "{act} the boot, thanks", "{act} up the boot", "Boot: {act}", "{act} the boot for me", "{act} the trunk",
]
WINDOW = [
    "open the {x} window to {n}%", "set the {x} window to {n} percent open", "lower the {x} window to {n}% open", "{x} window {n} percent open", "I want the {x} window {n}% open", "move the {x} window to {n}% open", "put the {x} window at {n} percent open",
    "The {x} window should be {n}% open", "have the {x} window {n} percent open", "get the {x} window {n}% open", "adjust the {x} window to {n}% open", "bring the {x} window to {n} percent open", "let the {x} window be {n}% open", "make the {x} window {n} percent open",
]
SHUT = [
    "close the {x} window", "shut the {x} window", "roll up the {x} window", "The {x} window should be closed", "get the {x} window closed", "I want the {x} window shut", "put the {x} window all the way up",
    "make sure the {x} window is closed", "have the {x} window closed", "bring the {x} window up fully", "close up the {x} window", "just shut the {x} window", "close the window, {x}", "wind up the {x} window",
]
SEAT = [
    "set the {x} seat heating to {n}", "heat the {x} seat at level {n}", "put the {x} seat on level {n}", "{x} seat heating {n}", "I want the {x} seat heating at {n}", "turn the {x} seat heating to {n}", "change the {x} seat heater to level {n}",
    "The {x} seat should be heated at level {n}", "adjust the {x} seat heating to {n}", "warm the {x} seat, level {n}", "get the {x} seat heating to level {n}", "switch the {x} seat heating to {n}", "have the {x} seat heated on level {n}", "bring the {x} seat heater to {n}",
]
SEAT_OFF = [
    "turn off the {x} seat heating", "switch the {x} seat heating off", "stop heating the {x} seat", "{x} seat heating off", "The {x} seat is too hot, turn its heating off", "I want the {x} seat heating off", "shut off the {x} seat heater",
    "No more heating for the {x} seat", "turn the {x} seat heater off", "end the {x} seat heating", "have the {x} seat heating off", "cut the heating of the {x} seat", "put the {x} seat heating off", "make the {x} seat heating stop",
]
RANGE = [
    "How far can I drive?", "How full is the car's battery?", "What's the range of my car?", "check the car battery", "Is the car charging?", "show the charge of the car", "tell me how much range the car has",
    "How much charge is left in the car?", "What percentage is the car at?", "see how far the car will go", "Is my car plugged in?", "look up the car's battery level", "How many kilometres are left?", "give me the car's range",
]
START = [
    "start charging the car", "charge the car", "begin to charge my car", "I want the car to charge", "get the car charging", "start the charging", "have the car charge",
    "charge my car now", "The car should be charging", "make the car charge", "set the car to charge", "let the car charge", "put the car on charge", "kick off charging the car",
]
STOP = [
    "stop charging the car", "end the charging", "don't charge the car any more", "I want the car to stop charging", "stop the charge of my car", "halt the car's charging", "break off the charging",
    "have the car stop charging", "No more charging for the car, stop it", "make the car stop charging", "The car should stop charging", "quit charging the car", "cut the car's charging", "stop the car from charging",
]
LATER = [
    "charge the car at {w}", "start charging at {w}", "schedule charging for {w}", "have the car start charging at {w}", "I want the car to start charging at {w}", "set the car to charge at {w}", "let the car charge from {w}",
    "begin charging the car at {w}", "Charging should start at {w}", "put the car on charge at {w}", "plan the car's charging for {w}", "The car is to charge from {w}", "get the car charging at {w}", "make the car charge at {w}",
]
LIMIT = [
    "set the charge limit to {n}%", "charge the car only to {n} percent", "limit charging to {n}%", "Charge limit {n} percent", "I want the charge limit at {n}%", "change the car's charge limit to {n}%", "The car should charge up to {n} percent, set that limit",
    "put the charging limit at {n}%", "stop at {n} percent when charging, set the limit", "adjust the charge limit to {n}%", "move the charging limit to {n} percent", "let the car fill up to {n}%, as a limit", "cap the charge at {n}%", "make {n}% the charge limit",
]
NAVIGATE = [
    "take me to {place}", "navigate to {place}", "drive to {place}", "I want to go to {place}", "set the car's navigation to {place}", "start a route to {place}", "Directions to {place}",
    "route me to {place}", "get me to {place}", "bring me to {place}", "How do I get to {place}? Start the route", "set {place} as the destination", "guide me to {place}", "lead me to {place}",
    "The next drive is to {place}, set the route", "We're going to {place}, navigate", "put {place} in the navigation", "make {place} the destination", "Car route to {place}", "head for {place}", "plot a route to {place}",
]
TO_PERSON = [
    "take me to {who}'s place", "navigate to {who}'s address", "drive to {who}'s home", "route me to where {who} lives", "I want to go to {who}'s place", "set the navigation to {who}'s address", "get me to {who}'s home",
    "start a route to {who}'s address", "bring me to {who}'s home", "lead me to {who}'s place", "Directions to {who}'s home", "set {who}'s address as the destination", "guide me to where {who} lives", "make {who}'s home the destination",
]
NEAREST = [
    "take me to the nearest charger", "navigate to the closest charging station", "I need to charge, drive to the nearest charger", "route to the closest charger", "bring me to the nearest charging station", "find the nearest charger and take me there", "get me to the closest charger",
    "The battery is low, take me to the nearest charger", "set a route to the nearest charging station", "lead me to the closest place to charge", "find a charger close by and navigate there", "guide me to the closest charging station", "go to the charger that is nearest", "start navigation to the nearest charger",
]
FREE = [
    "take me to the nearest charger with a free place", "navigate to the closest free charger", "find the nearest free charger and drive there", "route to the closest charger that is free", "bring me to the nearest free charging station", "get me to the closest free charging station", "I need the nearest free charger, take me there",
    "lead me to the nearest charger that has room", "find a free charger, the closest, and navigate there", "set a route to the nearest free charger", "guide me to the closest free charger", "go to the nearest charger with room", "start navigation to the closest free charger", "take me to the closest charger that isn't full",
]
CHARGERS = [
    "What chargers are within {n} km?", "find chargers within {n} km", "show charging stations within {n} km", "Is there a charger within {n} km?", "list the chargers within {n} km", "Where can I charge within {n} km?", "look for chargers within {n} km",
    "search for charging stations within {n} km", "Which charging stations are within {n} km?", "give me chargers up to {n} km away", "tell me which chargers are within {n} km", "Are there charging stations within {n} km?", "see what chargers lie within {n} km", "Any chargers within {n} km?",
]
STOP_AT = [
    "add a stop at {place}", "stop at {place} on the way", "I need to stop at {place} on the way", "put {place} on the route as a stop", "include {place} as a stop", "go by {place} on the way", "add {place} to my route",
    "make a stop at {place}", "Let's stop at {place} on the way", "Could we stop at {place} on the way?", "insert a stop at {place}", "plan a stop at {place}", "On the way, stop at {place}", "pass by {place}, add it as a stop",
]
DROP = [
    "drop the stop at {place}", "remove {place} from the route", "skip the stop at {place}", "I don't need to stop at {place}, take it off the route", "cancel the stop at {place}", "take {place} off the route", "leave out the stop at {place}",
    "delete the stop {place}", "No stop at {place} after all", "get rid of the stop at {place}", "scrap the stop at {place}", "don't stop at {place}, drop it", "clear the stop at {place}", "strike {place} from my stops",
]
END = [
    "cancel the route", "stop navigation", "end the navigation", "I don't need directions any more, stop them", "quit the route guidance", "cancel navigation", "clear the route",
    "turn off the navigation", "Stop guiding me", "end the route", "drop the whole route", "abort the navigation", "No more navigation, end it", "exit the route",
]
ROUTE = [
    "Where is the navigation leading?", "show the route", "What's my destination?", "Which stops are on the route?", "tell me where we're going", "Where are we heading?", "check the car's route",
    "What route is set?", "look at the route", "Is a route set in the car?", "read me the route", "see where navigation leads", "What is in the navigation?", "give me the current route",
]
NO_PLACE = [
    "start navigation", "set a destination", "give me directions", "navigate for me", "set up a route", "I need directions", "start a route in the car",
    "put a destination in the car", "open a new route", "plan a drive", "begin route guidance", "set the navigation", "guide me", "make a new route",
]
OTHER = ["actually, go to {place} instead", "no, take me to {place}", "change of plan: {place}", "make that {place}", "hmm, rather {place}", "sorry, {place} instead", "on second thought, {place}"]
ALSO = ["and stop at {place} on the way", "also add {place} as a stop", "we need to stop at {place} too", "put in a stop at {place}", "with a stop at {place} please", "oh, and {place} on the way", "then add a stop at {place}"]
