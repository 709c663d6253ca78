"""What is special to work: projects, companies, topics, tasks and things to buy. Values belong to splits by a hash."""

from __future__ import annotations


def _list(text: str) -> tuple[str, ...]:
    return tuple(" ".join(value.split()) for value in text.split(";") if value.strip())


# one word each, and no word of any subject or text of the phone's mails
PROJECTS = _list("""
Falcon; Juniper; Meridian; Cobalt; Aurora; Basalt; Cascade; Dynamo; Everest; Fjord; Granite; Horizon; Indigo; Jasmine;
Kestrel; Lagoon; Magnolia; Nimbus; Obsidian; Pelican; Quasar; Redwood; Sequoia; Tundra; Umbra; Vertex; Willow; Xenon;
Yarrow; Zenith; Alpine; Borealis; Citadel; Delphi; Equinox; Firefly; Gazelle; Heron; Ivory; Jupiter; Krypton; Lynx;
Marigold; Neptune; Osprey; Phoenix; Quartz; Rhino; Saffron; Tempest; Ultra; Vulcan; Wombat; Yonder; Zephyr; Amber;
Beacon; Comet; Drift; Ember; Fathom; Glacier; Harvest; Isotope; Javelin; Keystone; Latitude; Mosaic; Nautilus; Orchid
""")

COMPANIES = _list("""
Northgate Print; Halden Cleaning; Brightside Catering; Torro Logistics; Kappa Studios; Lindqvist Signs; Marlow Legal;
Oakline Furniture; Pinnacle Audio; Quillon Translations; Ridgeway Security; Sable Design; Tessera Software; Umberto
Flowers; Vantage Media; Westbrook Repairs; Yellowfin Couriers; Zelkova Gardens; Arden Stationery; Bellweather
Insurance; Corvid Analytics; Dunmore Plumbing; Eastfield Electric; Ferrant Glass; Gilt Framing; Hollis Accounting;
Inkwell Publishing; Jorvik Storage; Kestle Roofing; Lumio Lighting; Mendip Training; Norvik Boats; Orrery Events;
Parable Films; Quarry Stone; Rosbach Printing; Stellan Carpets; Trellis Staffing; Upland Water; Verity Research;
Wickham Paints; Yarmouth Foods; Zircon Jewellers; Abbot Archives; Birchall Timber; Cadence Music; Dovetail Joinery;
Elmstead Rentals; Fennick Freight; Grantham Tools; Hexley Labs; Imber Photography; Juno Textiles; Kilbride Coffee;
Larkin Locksmiths; Mistral Heating; Nettle Tea; Oxley Windows; Pembury Cars; Rookwood Consulting
""")

# what is talked about, in mails, minutes and agendas
TOPICS = _list("""
the opening hours; the new logo; the hiring plan; the price list; the press release; the parking places; the spring
campaign; the office move; the data backup; the phone system; the customer survey; the safety rules; the summer fair;
the delivery times; the intern rota; the website texts; the trade stand; the canteen menu; the travel rules; the
yearly figures; the test results; the supplier list; the security badges; the training days; the warehouse lease; the
annual report; the coffee corner; the bonus scheme; the photo archive; the cooling system; the quality goals; the
partner contract; the night shift; the return policy; the meeting rooms; the paper forms; the mobile app; the
newsletter; the bicycle shed; the release date; the first draft; the guest list; the spare parts; the budget cut
""")

# what somebody has to do, after "to"
TASKS = _list("""
check the fire doors; update the price list; call the landlord; order new badges; finish the slides; translate the
brochure; test the projector; count the stock; book the trainer; renew the licences; collect the signatures; proofread
the manual; pack the samples; print the posters; clean up the archive; draft the contract; compare the tariffs; set up
the printer; measure the hall; write the press text; choose the photos; fill in the grant form; label the cables; plan
the farewell; review the survey; send the samples; repair the lamp; sort the keys; fix the booking page; invite the
neighbours; weigh the parcels; scan the receipts; paint the sign; sharpen the budget; interview the intern; copy the
tapes; rent the van; inspect the roof; answer the auditors; water the lobby plants; back up the laptops
""")

# what meetings at work are called; a project's name follows
MEETINGS = _list("""
kickoff; workshop; status call; retrospective; design session; budget round; risk review; test day; planning day;
supplier talk; training; handover talk; steering round; demo; roadmap session; release check; user interview; site
inspection; contract round; brainstorming; data review; press briefing; safety walk; lessons learned; hiring round;
stakeholder call; prototype show; quality check; pricing session; launch rehearsal; mid-term review; scope session;
cost review; partner call; crisis drill; sales forecast; layout check; vendor call; content round; naming session;
audit talk; migration call; security briefing; acceptance test; annual talk; trial run; sizing session; backlog round
""")

PLACES_AT_WORK = _list("""
room Oslo; room Lima; room Cairo; room 4.12; room 2.07; room 3.30; the corner office; the glass room; the library; the
workshop hall; the canteen; the roof terrace; the lab; building C; building F; the auditorium; the red lounge; the
training centre; the board room; the studio; the annex; the winter garden; the project room; the basement hall; room
Quito; room Delhi; room Turin; room 1.08; room 5.21; room 6.02; the north wing; the south wing; the loft; the seminar
room; building A; building H; the showroom; the reception; the media room; the atrium
""")

# what offers are asked for
PURCHASES = _list("""
standing desks; new laptops; a coffee machine; office chairs; a projector; window cleaning; a team photo; the stand
walls; printed mugs; a phone contract; the summer buffet; a water dispenser; noise panels; a cargo bike; name badges;
a scanner; a rented stage; plant care; a company van; headphones; first aid courses; roof repairs; a web shop; filing
cabinets; a fire check; a lift inspection; a translation; carpet tiles; a video clip; solar panels; desk lamps; a time
clock; an alarm system; work gloves; a paper press; banners; a server rack; tablets; door locks; uniforms; a marquee;
a sound system; delivery boxes; a cold room; screen filters; a drone; wall paint; step ladders; a safe; hand dryers; a
labelling gun; forklift hire; a stage curtain; key cards; lanyards; flip charts; a heat pump; trolleys
""")

# what was spent on a business trip, and what was not for business
COSTS = _list("""
taxi to the airport; hotel in the centre; train ticket; dinner with the client; parking at the fair; copies of the
handout; tram day ticket; breakfast meeting; rental car; conference fee; luggage storage; ferry crossing; lunch with
the supplier; internet at the hotel; toll on the motorway; taxi from the station; fuel; printed banners; visa fee;
adapter plugs; bus to the plant; coffee for the team; courier to the lab; room rental; night train; ferry to the yard;
copying of plans; seat reservation; airport bus; excess luggage; translation of a letter; phone card; snacks for the
workshop; a day of parking; cab to the plant; fair catalogue
""")
PRIVATE = _list("""
cinema ticket; new sunglasses; souvenir mug; zoo entry; perfume; a paperback; concert ticket; massage; swimming
trunks; toys for the kids; game download; a silk scarf; ice cream; postcards; wine for home; boat tour; spa entry;
football shirt; museum shop; a houseplant; a kite; circus ticket; hair gel; comic books; a board game; golf balls;
candles; a jigsaw
""")
