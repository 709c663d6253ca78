"""Values that many frames draw from."""

from __future__ import annotations

from botpsy.tasksets.toolcraft.kinds import coded, text

CITIES = """Paris|London|Madrid|Tokyo|Lisbon|Boston|Chicago|Denver|Oslo|Vienna|Prague|Sydney|Toronto|Nairobi|Lima|Seoul
Mumbai|Dublin|Warsaw|Athens|Seattle|Austin|Portland|Miami|New York|San Francisco|Los Angeles|Buenos Aires|Cape Town
Rio de Janeiro|Mexico City|Kyoto|Hanoi|Cairo|Helsinki|Zurich|Munich|Lyon|Naples|Valencia""".replace("\n", "|").split(
    "|"
)
COUNTRIES = """France|Germany|Japan|Brazil|Canada|Kenya|India|Peru|Norway|Spain|Italy|Portugal|Mexico|Egypt|Vietnam
South Korea|New Zealand|Argentina|Iceland|Morocco|Poland|Chile|Thailand""".replace("\n", "|").split("|")
PEOPLE = """Alice|Marco|Priya|Jonas|Fatima|Chen|Olivia|Diego|Hana|Samuel|Ingrid|Tariq|Nadia|Lucas|Emily Carter
Robert Hall|Maria Lopez|David Kim|Anna Novak""".replace("\n", "|").split("|")
COMPANIES = (
    """Apple|Microsoft|Tesla|Amazon|Netflix|Nvidia|Intel|Toyota|Siemens|Nestle|Boeing|Pfizer|Adobe|Spotify""".split("|")
)
FOODS = """banana|apple|avocado|salmon|brown rice|peanut butter|cheddar cheese|broccoli|almonds|oatmeal|chicken breast
tofu|lentils|spinach|greek yogurt|sweet potato""".replace("\n", "|").split("|")
CURRENCY = {
    "USD": "US dollars", "EUR": "euros", "GBP": "British pounds", "JPY": "Japanese yen", "CHF": "Swiss francs",
    "CAD": "Canadian dollars", "AUD": "Australian dollars", "INR": "Indian rupees", "MXN": "Mexican pesos",
    "SEK": "Swedish kronor", "BRL": "Brazilian reais", "CNY": "Chinese yuan",
}  # fmt: skip

city = text(*CITIES)
country = text(*COUNTRIES)
person = text(*PEOPLE)
company = text(*COMPANIES)
food = text(*FOODS)
currency = coded(CURRENCY, "Three-letter code, e.g. EUR.", bare=0.35)
ticker = text("AAPL", "MSFT", "TSLA", "AMZN", "NVDA", "INTC", "GOOG", "META", "NFLX", "IBM", "ORCL", "KO", "DIS")
