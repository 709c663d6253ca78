"""The forms of requests of the app devices. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
SWITCH = [
    "turn {state} the {x}", "switch the {x} {state}", "turn the {x} {state}", "{x} {state}", "put the {x} {state}", "get the {x} turned {state}", "flip the {x} {state}",
    "I want the {x} {state}", "The {x} should be {state}", "set the {x} to {state}", "I'd like the {x} {state} now", "go ahead and switch {state} the {x}", "make sure the {x} is {state}", "have the {x} {state}",
    "Could the {x} be {state}?", "{x}: {state}", "Time to have the {x} {state}", "I need the {x} {state}", "just turn {state} my {x}", "quickly switch {state} the {x}", "The {x} needs to be {state}",
]
DIM = [
    "set the {x} to {n}%", "put the {x} at {n} percent", "dim the {x} to {n}%", "{x} to {n} percent", "I want the {x} at {n}%", "bring the {x} to {n} percent brightness", "make the {x} {n}% bright",
    "change the brightness of the {x} to {n}%", "The {x} should be at {n} percent", "adjust the {x} to {n}%", "{x} brightness {n}", "set brightness {n} on the {x}", "run the {x} at {n}%", "get the {x} to {n} percent",
    "turn the {x} to {n}%", "light the {x} at {n} percent", "I'd like {n}% on the {x}", "let the {x} shine at {n}%", "Can the {x} go to {n} percent?", "The {x}, {n}% please", "keep the {x} at {n} percent",
]
COLOUR = [
    "make the {x} {c}", "turn the {x} {c}", "set the {x} to {c}", "change the {x} to {c}", "I want the {x} in {c}", "colour the {x} {c}", "let the {x} glow {c}",
    "{x} in {c}", "give the {x} a {c} colour", "switch the {x} to {c}", "The {x} should be {c}", "put the {x} on {c}", "have the {x} shine {c}", "I'd like {c} on the {x}",
]
ROOM_LIGHTS = [
    "turn off every light in the {room}", "switch off all the lights in the {room}", "All {room} lights off", "I'm leaving the {room}, turn off whatever light is on", "make the {room} completely dark", "put out all the lights in the {room}", "No more light in the {room}, turn them all off",
    "check which lights are on in the {room} and turn them off", "See what lights are on in the {room} and switch them off", "kill all the lights in the {room}", "shut off each light in the {room}", "Whatever is lit in the {room}, turn it off", "Lights out in the {room}", "turn off anything still lit in the {room}",
]
WARM = [
    "set the {room} to {t}", "make it {t} in the {room}", "put the {room} thermostat at {t}", "heat the {room} to {t}", "I want {t} in the {room}", "bring the {room} to {t}", "change the {room} thermostat to {t}",
    "{room} {t}", "The {room} should be {t}", "adjust the {room} climate to {t}", "get the {room} to {t}", "turn the {room} thermostat to {t}", "set {t} for the {room}", "keep the {room} at {t}",
    "I'd like the {room} at {t}", "regulate the {room} to {t}", "Can it be {t} in the {room}?", "Thermostat in the {room}: {t}", "have the {room} at {t}", "let the {room} be {t}", "aim for {t} in the {room}",
]
STEP = [
    "make the {room} {n} degrees {way}", "set the {room} thermostat {n} degrees {way}", "I want it {n} degrees {way} in the {room}", "turn the {room} {n} degrees {way}", "{n} degrees {way} in the {room}", "get the {room} {n} degrees {way} than it is set", "It could be {n} degrees {way} in the {room}, change it",
    "adjust the {room} thermostat to be {n} degrees {way}", "have the {room} {n} degrees {way} than set now", "change the {room} setting, {n} degrees {way}", "The {room} should be {n} degrees {way}", "put the {room} thermostat {n} degrees {way}", "bring the {room} {n} degrees {way}", "let the {room} be {n} degrees {way}",
]
LOCK = [
    "{act} the {door}", "make sure the {door} is {act}ed", "The {door} should be {act}ed", "get the {door} {act}ed", "I need the {door} {act}ed", "{act} my {door}", "go {act} the {door}",
    "have the {door} {act}ed", "I want the {door} {act}ed", "{act} up the {door}", "{door}: {act}", "see that the {door} is {act}ed", "just {act} the {door}", "quickly {act} the {door}",
]
PLAY = [
    "play {what} on the {player}", "put {what} on the {player}", "start {what} on the {player}", "I want to hear {what} on the {player}", "{what} on the {player}", "let the {player} play {what}", "get {what} going on the {player}",
    "turn on {what} on the {player}", "have {what} on the {player}", "run {what} on the {player}", "use the {player} to play {what}", "I'd like {what} on the {player}", "Could we have {what} on the {player}?", "begin {what} on the {player}",
    "{player}: {what}", "stream {what} to the {player}", "send {what} to the {player}", "I feel like {what}, use the {player}", "Some {what} would be nice on the {player}", "switch the {player} to {what}", "bring up {what} on the {player}",
]
CONTROL = [
    "{act} the {player}", "{act} what's on the {player}", "{act} playback on the {player}", "I need you to {act} the {player}", "just {act} the {player}", "{act} it on the {player}", "{player}: {act}",
    "go and {act} the {player}", "{act} the sound on the {player}", "quickly {act} the {player}", "{player}, {act}", "{act} my {player}", "now {act} the {player}", "have the {player} {act}",
]
VOLUME = [
    "set the {player} to {n}% volume", "{player} volume {n}", "put the volume of the {player} at {n} percent", "change the {player} volume to {n}%", "I want the {player} at volume {n}", "bring the {player} to {n} percent volume", "adjust the volume on the {player} to {n}%",
    "make the {player} volume {n} percent", "The {player} should be at {n}% volume", "turn the {player} volume to {n}", "get the volume of the {player} to {n}%", "Volume {n} on the {player}", "set volume {n} percent on the {player}", "have the {player} at {n}% volume",
]
ALARM = [
    "set an alarm for {w}", "wake me at {w}", "Alarm at {w}", "I need an alarm at {w}", "make an alarm for {w}", "have an alarm ring at {w}", "I want to be woken at {w}",
    "add an alarm at {w}", "put an alarm on for {w}", "get me up at {w}", "create an alarm, {w}", "let the alarm go off at {w}", "Could I have an alarm at {w}?", "ring me awake at {w}",
    "schedule an alarm for {w}", "New alarm: {w}", "I have to get up at {w}, set an alarm", "start an alarm at {w}", "Please wake me at {w}", "give me an alarm at {w}", "program an alarm for {w}",
]
LABEL = [", call it {label}", " for {label}, use that as the label", ", label it {label}", ", name it {label}", " with the label {label}", ", labelled {label}", ", named {label}"]
ALARMS_LIST = [
    "What alarms do I have?", "show my alarms", "list the alarms", "Which alarms are set?", "When do my alarms ring?", "tell me my alarms", "check my alarms",
    "Do I have an alarm set?", "read me the alarms", "What time will I be woken?", "see my alarms", "go through my alarms", "open the alarms", "look at my alarms",
]
DELETE = [
    "delete the {label} alarm", "remove the alarm for {label}", "get rid of the {label} alarm", "I don't need the {label} alarm any more, delete it", "erase the {label} alarm", "drop the alarm called {label}", "scrap the {label} alarm",
    "take the {label} alarm out", "clear the {label} alarm", "The {label} alarm can go, delete it", "throw away the {label} alarm", "delete my alarm {label}", "remove {label} from my alarms", "wipe the alarm {label}",
]
SETTING = [
    "turn {state} {x}", "switch {x} {state}", "turn {x} {state} on my phone", "put {x} {state}", "{x} {state}", "I want {x} {state}", "get {x} {state}",
    "set {x} to {state}", "I need {x} {state}", "switch {state} {x} on this phone", "have {x} {state}", "The phone should have {x} {state}", "make sure {x} is {state}", "just turn {state} {x}",
    "go ahead and turn {state} {x}", "I'd like {x} {state}", "Could you have {x} {state}?", "flip {x} {state}", "quickly turn {x} {state}", "let {x} be {state}", "Time to have {x} {state}",
]
SETTINGS = [
    "Is {x} on?", "check whether {x} is on", "Do I have {x} on?", "look if {x} is on or off", "tell me if {x} is on", "Is my {x} turned on?", "What is {x} set to?",
    "see if {x} is on", "Did I turn on {x}?", "check {x} on my phone", "Is {x} off right now?", "show me whether {x} is on", "find out if {x} is on", "Could it be that {x} is off?",
]
SCREEN = [
    "set the screen brightness to {n}%", "Screen at {n} percent", "put my screen brightness at {n}", "make the phone screen {n}% bright", "I want the display at {n} percent", "change the screen to {n}% brightness", "Brightness of the phone to {n} percent",
    "dim my screen to {n}%", "adjust the display to {n}%", "bring the screen brightness to {n} percent", "The screen should be at {n}%", "turn the phone's brightness to {n}", "Phone screen brightness {n}%", "get my display to {n} percent",
]
NO_TEMPERATURE = [
    "change the temperature in the {room}", "set the {room} thermostat", "adjust the heating in the {room}", "I want another temperature in the {room}", "set the temperature for the {room}", "change the {room} thermostat", "put the {room} at a new temperature",
    "Set a different temperature in the {room}", "adjust the {room} thermostat", "The {room} needs another temperature", "alter the temperature of the {room}", "reset the {room} temperature", "I'd like to change the {room} temperature", "fix the temperature in the {room}",
]
NO_TIME = [
    "set an alarm", "I need an alarm", "make a new alarm", "wake me up", "add an alarm for me", "create an alarm", "put an alarm on",
    "I want to be woken up", "set me an alarm", "New alarm", "Can I get an alarm", "give me an alarm", "Please have an alarm set", "have an alarm wake me",
]
AGAIN = ["no, make that {t}", "actually {t}", "{t} is better", "change it to {t} after all", "hmm, rather {t}", "sorry, {t} instead", "on second thought {t}"]
