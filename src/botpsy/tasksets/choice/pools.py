"""Facts that multiple-choice questions are made of: (subject, right answer) pairs that nobody disputes."""

from __future__ import annotations

# ruff: noqa: E501

Pool = tuple[str, tuple[tuple[str, str], ...]]


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((a.strip(), b.strip()) for a, b in (pair.split("=") for pair in text.split(";")))


POOLS: list[Pool] = [
    ("What is the capital of {}?", _pairs("Peru=Lima;Kenya=Nairobi;Norway=Oslo;Japan=Tokyo;Egypt=Cairo;Portugal=Lisbon;Cuba=Havana;Poland=Warsaw;Ghana=Accra;Chile=Santiago;Greece=Athens;Vietnam=Hanoi;Latvia=Riga;Nepal=Kathmandu")),
    ("Which chemical symbol does {} have?", _pairs("iron=Fe;gold=Au;silver=Ag;sodium=Na;potassium=K;lead=Pb;tin=Sn;copper=Cu;helium=He;oxygen=O;mercury=Hg;calcium=Ca;zinc=Zn;neon=Ne")),
    ("Which word means the opposite of \"{}\"?", _pairs("ancient=modern;shallow=deep;generous=stingy;rough=smooth;victory=defeat;expand=shrink;polite=rude;scarce=plentiful;brave=cowardly;rigid=flexible;arrive=depart;noisy=quiet;humid=dry;cheap=expensive")),
    ("How many sides does a {} have?", _pairs("triangle=3;square=4;pentagon=5;hexagon=6;heptagon=7;octagon=8;nonagon=9;decagon=10;dodecagon=12")),
    ("Which animal is the young one called a {}?", _pairs("puppy=dog;kitten=cat;calf=cow;foal=horse;lamb=sheep;duckling=duck;tadpole=frog;cygnet=swan;piglet=pig;fawn=deer;kid=goat;chick=hen;joey=kangaroo;cub=bear")),
    ("In which continent does one find {}?", _pairs("the Sahara=Africa;the Amazon=South America;the Alps=Europe;the Gobi=Asia;the Nile=Africa;the Andes=South America;the Danube=Europe;the Himalayas=Asia;the Mississippi=North America;the Rockies=North America;the Mekong=Asia")),
    ("Which planet is {}?", _pairs("nearest to the sun=Mercury;known for its rings=Saturn;called the red planet=Mars;the largest of all=Jupiter;farthest from the sun=Neptune;our own=Earth")),
    ("Which unit measures {}?", _pairs("force=newton;power=watt;energy=joule;electric current=ampere;voltage=volt;resistance=ohm;frequency=hertz;pressure=pascal;temperature=kelvin;mass=kilogram;length=metre;time=second")),
    ("Which instrument has {}?", _pairs("88 keys=piano;four strings and a bow=violin;a slide=trombone;six strings and frets=guitar;pedals and pipes=organ;a double reed=oboe;47 strings=harp;a membrane and sticks=drum")),
    ("What is the past tense of \"{}\"?", _pairs("go=went;buy=bought;think=thought;swim=swam;write=wrote;fly=flew;catch=caught;teach=taught;drive=drove;begin=began;choose=chose;grow=grew;sing=sang;bring=brought")),
    ("Which organ {}?", _pairs("pumps blood=heart;filters blood into urine=kidney;makes bile=liver;takes up oxygen=lung;thinks=brain;digests with acid=stomach;makes insulin=pancreas;sees=eye")),
    ("Which language is mainly spoken in {}?", _pairs("Brazil=Portuguese;Austria=German;Mexico=Spanish;Japan=Japanese;Egypt=Arabic;Iran=Persian;Israel=Hebrew;Sweden=Swedish;Greece=Greek;Hungary=Hungarian;Finland=Finnish;Turkey=Turkish")),
    ("What does one use to measure {}?", _pairs("temperature=thermometer;air pressure=barometer;wind speed=anemometer;angles=protractor;weight=scales;time=clock;direction=compass;speed of a car=speedometer")),
    ("Which sport is played with {}?", _pairs("a shuttlecock=badminton;a puck=ice hockey;clubs and small white balls=golf;a bat and three stumps=cricket;a racket on clay=tennis;a cue and pockets=billiards;an oval ball and scrums=rugby;pins and a heavy ball=bowling")),
]  # fmt: skip
