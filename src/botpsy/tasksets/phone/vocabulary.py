"""What requests are filled with: names of many cultures, what people meet for, where, and in which cities.

There are many of each, so that a model learns to copy what was said and not to choose from what it has seen.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from botpsy.core.task import Split


@lru_cache(maxsize=65536)
def split_of(value: str) -> Split:
    """Return the split a value or template belongs to: 60% train, 20% dev, 20% test, by a hash of the text."""
    bucket = int.from_bytes(hashlib.sha256(value.encode()).digest()[:4], "big") % 10
    return "train" if bucket < 6 else "dev" if bucket < 8 else "test"


def _list(text: str) -> list[str]:
    return [" ".join(value.split()) for value in text.split(";") if value.strip()]


FIRST = _list("""
Ana; Ben; Chloe; Diego; Elena; Farid; Grace; Hiro; Ines; Jonas; Katya; Liam; Mei; Nadia; Omar; Priya; Quentin; Rosa;
Samir; Tara; Uma; Viktor; Wanda; Xavier; Yuki; Zoe; Amina; Bruno; Carmen; Dmitri; Emeka; Fatima; Giulia; Hanna; Ivan;
Jamila; Kofi; Lucia; Mateo; Noor; Olga; Pavel; Rania; Sofia; Tomas; Ursula; Valeria; Wei; Yara; Zainab; Aiko; Bilal;
Celine; Dora; Erik; Freya; Goran; Hugo; Isla; Jin; Kiran; Leila; Marco; Nina; Oscar; Petra; Raj; Selma; Theo; Ulrich;
Vera; William; Yusuf; Agnes; Boris; Claire; David; Esther; Felix; Gemma; Henrik; Irina; Jack; Klara; Lena; Milan;
Nora; Otto; Paula; Rafael; Sara; Teresa; Vikram; Alice; Andre; Beatriz; Carlos; Daniel; Emma; Fiona; George; Helen;
Isabel; James; Kevin; Laura; Maria; Nicolas; Olivia; Peter; Ruth; Stefan; Thomas; Victoria; Abdul; Adaeze; Adele;
Adrian; Ahmad; Aisha; Akira; Alba; Alejandro; Alina; Amara; Amir; Anders; Anika; Anton; Arjun; Arno; Asha; Astrid;
Aurora; Ayumi; Babak; Bea; Benedikt; Bogdan; Brigitte; Caio; Camila; Catarina; Cedric; Chidi; Chiara; Cyril; Dagmar;
Dalia; Darius; Deepa; Denis; Devi; Dilan; Dolores; Ebba; Edgar; Efua; Eileen; Ekaterina; Eloise; Enzo; Estelle; Eun;
Fabio; Faisal; Farah; Filip; Francesca; Gabriel; Gaurav; Georgia; Gintaras; Gloria; Greta; Guillermo; Gwen; Hakan;
Hamza; Haruki; Hassan; Hedda; Helga; Hilda; Hyun; Ibtisam; Idris; Ilse; Imani; Ingrid; Iris; Ismail; Itzel; Jacek;
Jade; Jana; Jasper; Javier; Jelena; Jorge; Josefine; Juan; Julien; Kaito; Kamal; Karim; Kasia; Kenji; Khalid; Kwame;
Laila; Lars; Layla; Lior; Ludmila; Luis; Maeve; Magnus; Malik; Manon; Marek; Marta; Masato; Matilda; Maya; Mehmet;
Mikael; Minh; Miriam; Mohan; Moses; Nabil; Naomi; Natalia; Neema; Nikhil; Njeri; Odette; Oksana; Olaf; Osman; Pablo;
Pascal; Pia; Pilar; Pooja; Qiang; Rahul; Ramon; Rebecca; Reza; Rohan; Roman; Rowan; Sabine; Sadia; Salma; Sanjay;
Santiago; Sergei; Shirin; Sigrid; Simone; Sven; Taavi; Tariq; Tatiana; Thandiwe; Tibor; Ugo; Valentin; Veronika;
Wiebke; Xiu; Yasmin; Yelena; Yiannis; Yvonne; Zahra; Zdenek; Zuri
""")

LAST = _list("""
Ruiz; Okafor; Tanaka; Novak; Silva; Haddad; Kim; Larsen; Moreau; Patel; Rossi; Schmidt; Torres; Ueda; Vargas; Weber;
Young; Zhang; Ahmed; Bauer; Costa; Dubois; Eriksen; Fischer; Garcia; Horvat; Ibrahim; Jensen; Kowalski; Lopez; Mensah;
Nguyen; Olsen; Popov; Quinn; Rahman; Santos; Takahashi; Usman; Vidal; Wright; Yilmaz; Andersen; Bianchi; Chen; Duarte;
Evans; Ferreira; Gupta; Hoffmann; Ivanova; Johnson; Kaya; Lindgren; Murphy; Nakamura; Ortiz; Petrov; Reyes; Sato;
Thompson; Walker; Adeyemi; Brown; Castro; Davies; Engel; Fernandez; Greco; Hughes; Iyer; Jones; Khan; Leroy; Martin;
Nowak; Owens; Perez; Rivera; Singh; Taylor; Abdi; Acosta; Agarwal; Almeida; Amato; Aoki; Arslan; Bakker; Banerjee;
Barros; Becker; Bello; Berg; Bondarenko; Brandt; Cardoso; Chukwu; Cohen; Colombo; Conti; Cruz; Danso; Das; Delgado;
Demir; Diallo; Dimitrov; Doyle; Eze; Farouk; Fontaine; Forsberg; Fujimoto; Gallo; Gonzalez; Hansen; Hassan; Hayashi;
Herrera; Hussein; Ito; Jankowski; Joshi; Kamau; Kaminski; Keller; Kovacs; Kruger; Lambert; Lehtonen; Lima; Lindholm;
Lund; Macdonald; Malhotra; Marino; Matsuda; Mbeki; Medina; Meyer; Mishra; Molina; Moyo; Mueller; Nair; Navarro;
Nielsen; Obi; Oliveira; Ozturk; Papadopoulos; Park; Peeters; Pham; Pinto; Popescu; Qureshi; Ramirez; Rao; Richter;
Romero; Roux; Saito; Salazar; Schneider; Shah; Sokolov; Stewart; Suzuki; Svensson; Szabo; Teixeira; Tran; Tremblay;
Vasquez; Virtanen; Vogel; Volkov; Wagner; Watanabe; Wong; Yamamoto; Zafar; Ziegler
""")

# what is done with somebody
WITH = _list("""
lunch; coffee; dinner; breakfast; a call; a meeting; a walk; tennis; squash; drinks; brunch; an interview; a video
call; chess; a study session; a workout; a planning session; golf; a check-in; badminton; tea; a rehearsal; a
catch-up; a game night; a piano lesson; a bike ride; a training session; a review; padel; a picnic; a catch up; a
one-to-one; a stand-up; a hike; a swim; a run; a jog; a sauna; a concert; a movie; a haircut; a fitting; a barbecue; a
board game; a card game; a sync; a debrief; a briefing; a handover; a follow-up; a pitch; a demo; a tasting; a
tutorial; a tour; a viewing; a mentoring session; a coaching call; a feedback talk; a phone call; a lab visit; a site
visit; a fishing trip; a boat trip; a road trip; a day trip; a craft evening; a film night; a quiz night; a karaoke
night; a tennis match; a ping-pong match; a sparring session; a duet practice; a language tandem; a jam session; a
massage; a check-up; a consultation; a negotiation; a contract talk; a salary talk; supper; cocktails; ice cream;
pizza; sushi; dim sum; tapas; ramen; a beer; a smoothie; homework; yoga; pilates; bowling; billiards; darts; sailing;
climbing; surfing; skating; skiing; volleyball; cricket; rugby; karate; judo; fencing; archery; gardening; painting;
knitting; a road test; an audit; an onboarding; an exchange; an appraisal; an escape room; an art class
""")

EVENTS = _list("""
dentist; yoga class; haircut; car service; book club; team meeting; budget review; parent evening; piano lesson;
swimming; grocery shopping; physiotherapy; eye test; vet appointment; blood test; gym; choir practice; board meeting;
driving lesson; Spanish class; project kickoff; house viewing; rent inspection; flu shot; job interview; sprint
planning; pottery class; parcel pickup; oil change; museum visit; opera night; football match; guitar practice; garden
work; tax appointment; staff training; thesis defence; school play; marathon training; cooking class; passport
renewal; bank appointment; photo shoot; staff party; webinar; roof repair; therapy session; dance class; language
exchange; concert; movie night; birthday party; boiler service; design review; client presentation; poetry reading;
volunteer shift; wine tasting; product demo; town hall; charity run; bike repair; science fair; allergy test; fire
drill; game night; mock exam; sales call; code review; hiking trip; knitting circle; safety training; neighbours
meeting; dress fitting; open house; chess club; podcast recording; farewell drinks; sculpture workshop; quarterly
report; carpet cleaning; window cleaning; visa appointment; library talk
""")

_TOPICS = _list("""
robotics; ceramics; invoice; payroll; kayak; violin; drum; harp; ballet; salsa; tango; judo; fencing; archery; rowing;
sailing; climbing; skating; ski; surf; golf; rugby; cricket; handball; triathlon; origami; calligraphy; watercolour;
woodwork; welding; beekeeping; mushroom; herbal; cheese; chocolate; coffee; sourdough; sushi; barbecue; vegan; German;
Mandarin; Arabic; Swahili; Portuguese; Latin; chemistry; physics; algebra; history; geography; astronomy; zoology;
mortgage; pension; insurance; investor; supplier; vendor; donor; security; privacy; compliance; onboarding; marketing;
branding; logistics; warehouse; harvest; orchard; allotment; heating; plumbing; elevator; chimney; gutter; solar
panel; battery; printer; laptop; server; database; router; cardiology; dermatology; orthodontist; podiatry;
vaccination; hearing; sleep; nutrition; prenatal; kindergarten; alumni; scout; choir; brass band; jazz; opera; puppet;
improv; quiz; trivia; karaoke; charity; recycling; bird; whale; cave; desert; glacier; vineyard; lighthouse; castle;
submarine
""")

_KINDS = _list("""
workshop; class; lesson; meeting; review; session; club; talk; course; training; exam; tour; trip; festival; fair;
check; inspection; briefing; interview; practice; appointment; contest; exhibition; seminar; tasting; deadline;
delivery; repair; audit
""")
# what stands in a calendar by itself; a topic is in one split only, with whatever kind of event it makes
ALONE = list(
    dict.fromkeys([*EVENTS, *(f"{t} {k}" for t in _TOPICS for k in _KINDS if split_of(t) == split_of(f"{t} {k}"))])
)

PLACES = _list("""
Cafe Luna; the Blue Door; Room 4; the office; Green Park; Hotel Astoria; Bar Central; the clinic; Main Library;
Riverside Gym; Studio 9; the town hall; Pier 3; Oak Street 12; Casa Marta; the stadium; Gate B; the old bakery;
Trattoria Roma; Meeting Room Oslo; the train station; Sky Lounge; North Campus; Noodle House; Zen Garden; City Museum;
Terrace Cafe; the community centre; Lakeside Pavilion; Tower 2; Grand Cinema; Harbour Grill; the botanical garden;
Maple Hall; Sunset Beach; Conference Room B; the school gym; Rosewood Inn; Fifth Avenue 30; Pizzeria Napoli; the
chapel; Corner Bistro; Summit Office; Plaza Mayor; Elm Court; the rooftop; Dance Hall; Garden Kitchen; the aquarium;
the bowling alley; the bus depot; the co-working space; the courthouse; the ferry terminal; the fish market; the
florist; the fire station; the greenhouse; the ice rink; the juice bar; the laundromat; the marina; the mosque; the
observatory; the planetarium; the playground; the post office; the pub on the corner; the ranger station; the reading
room; the sauna; the ski hut; the skate park; the synagogue; the tea room; the temple; the vet clinic; the warehouse;
the water park; the wine cellar; the zoo; Amber Lounge; Apollo Theatre; Atlas Building; Bay 14; Beacon Hall; Birch
Lodge; Block F; Blue Lagoon; Brick Lane 40; Cactus Cantina; Campus West; Cedar Room; Chalet Alpina; Cinema Paradiso;
Cloud Nine Spa; Coral Reef Bar; Crown Plaza; Delta Office; Dome Arena; Dragon Palace; East Wing; Fjord House; Floor
11; Forum Romanum; Fox and Hound; Galaxy Mall; Glass Pavilion; Golden Fork; Hall C; Hangar 18; Hilltop Farm; Iron
Bridge; Ivy Cottage; Jade Garden; Jazz Corner; Kiosk 21; Lab 5; Lecture Hall 3; Lotus Temple; Mango Tree; Market
Square; Mint Kitchen; Moon Tavern; Mosaic Gallery; Museum of Glass; Neptune Pool; Office 305; Olive Grove; Opal Tower;
Orchid Spa; Palm Court; Pavilion 6; Pearl Harbour Grill; Pine Lodge; Platform 2; Polar Bar; Quartz Office; Quay 7; Red
Lantern; Robin's Nest; Room 12B; Room 208; Salon Vienna; Sapphire Club; Silver Spoon; Stage 4; Suite 17; Tea House
Sakura; Terminal 1; Tulip Garden; Unit 33; Velvet Room; Villa Aurora; Warehouse 5; Willow Park; Yard 9; Yellow
Submarine Cafe; Zeppelin Hall
""")

STREETS = _list("""
Mill Lane; Calle Mayor; Rue Verte; Hauptstrasse; Park Avenue; Via Roma; Church Street; Elm Road; Lime Walk; Hill
Street; Rue du Moulin; Calle del Sol; Via Garibaldi; Bahnhofstrasse; Station Road; Queen Street; Orchard Way; Kings
Road; Canal Street; Birch Avenue; Rua Augusta; Plaza Norte; Long Lane; Harbour Road; Avenida Central; Castle Street
""")

CITIES = _list("""
Madrid; Lyon; Boston; Porto; Munich; Turin; Leeds; Austin; Ghent; Oslo; Lagos; Osaka; Lima; Pune; Cork; Graz; Accra;
Adelaide; Amman; Ankara; Antwerp; Athens; Auckland; Baku; Bari; Basel; Beirut; Bergen; Bilbao; Bogota; Bordeaux;
Bristol; Brno; Cairo; Calgary; Cardiff; Cebu; Chennai; Cusco; Dakar; Dallas; Delhi; Denver; Dublin; Durban; Florence;
Galway; Geneva; Genoa; Glasgow; Gdansk; Haifa; Hanoi; Havana; Helsinki; Izmir; Jaipur; Kampala; Kobe; Krakow; Kyoto;
Leipzig; Lille; Lisbon; Ljubljana; Malaga; Malmo; Manila; Medellin; Memphis; Montreal; Nagoya; Nairobi; Nantes;
Naples; Nice; Odense; Oporto; Ottawa; Perth; Phoenix; Plovdiv; Quito; Reno; Riga; Rosario; Salvador; Seoul; Seville;
Split; Tallinn; Tampere; Tbilisi; Toulouse; Tucson; Utrecht; Valencia; Verona; Vilnius; Windhoek; Zagreb
""")

DOMAINS = _list("""
example.com; example.org; example.net; mail.example; post.example; work.example
""")

NOTES = _list("""
likes green tea; works from home; allergic to nuts; met at the conference; neighbour on the third floor; speaks
Portuguese; our plumber; prefers text messages; sister of a colleague; vegetarian; plays the cello; has two dogs;
babysitter; knows a good lawyer; new team lead; gluten free; plays chess on Sundays; collects stamps; runs the bakery;
our electrician; drives a van; afraid of dogs; has the spare key; speaks Korean; speaks some Polish; works night
shifts; likes jazz; hates phone calls; lactose intolerant; uses a wheelchair; teaches maths; former neighbour;
landlord; studied in Prague; met on the ferry; goes to bed early; allergic to cats; loves hiking; makes great pasta;
runs marathons; has twins; works at the bank; sister lives next door; our dentist; tax adviser; photographer
""")
