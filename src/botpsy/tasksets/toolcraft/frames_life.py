"""Frames of health, nutrition and cooking, travel, hotels, restaurants and weather."""
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from botpsy.tasksets.toolcraft.frame import frame, opt, req
from botpsy.tasksets.toolcraft.kinds import array, clock, date, enum, flag, real, record, text, whole
from botpsy.tasksets.toolcraft.pools import city, food

_cuisine = text("Italian", "Thai", "Mexican", "Indian", "Ethiopian", "Korean", "Greek", "Vegan", "Japanese")
_dish = text("lasagne", "pad thai", "lentil soup", "pancakes", "chicken curry", "ratatouille", "paella", "banana bread")
_hotel = text("Hotel Aurora", "The Grand Lily", "Harbour Inn", "Villa Mara", "Sunset Lodge")
_unit = enum("metric", "imperial")

FRAMES = [
    frame("health", "body_mass_index calculate_bmi", ["Body mass index of a person.", "Relates weight to height."],
          [req("weight_kg", real(45, 130), "Weight in kilograms."), req("height_cm", whole(145, 205), "Height in centimetres.")],
          ["What is my BMI if I weigh {weight_kg} kg and am {height_cm} cm tall?", "Calculate the body mass index for {weight_kg} kilograms and {height_cm} centimetres."],
          ["Calculate the BMI for {*}. | {weight_kg} kg at {height_cm} cm", "What is the BMI of people weighing {weight_kg*} kg who are {height_cm*} cm tall, respectively?"], {"height_cm": "What is my BMI if I weigh {weight_kg} kg?"}),
    frame("health", "calories_burned workout_calories", ["Calories burned in a workout.", "Energy used by exercise."],
          [req("activity", enum("running", "cycling", "swimming", "rowing", "hiking", "yoga"), "Kind of exercise."), req("minutes", whole(10, 180, 5), "Duration in minutes."), opt("weight", whole(45, 120), "Body weight in kilograms.", 70, "I weigh {} kg."), opt("intensity", enum("light", "moderate", "vigorous"), "How hard.", "moderate", "at {} intensity")],
          ["How many calories do I burn with {minutes} minutes of {activity}?", "I did {activity} for {minutes} minutes. How many calories was that?", "Estimate the calories for {activity}, {minutes} minutes."],
          ["How many calories do I burn in {minutes} minutes of {*}? | {activity}", "Add up what I burned: {*} | {minutes} minutes of {activity}"], {"minutes": "How many calories did I burn with {activity}?"}),
    frame("health", "daily_calories calorie_needs", ["Calories a person needs each day.", "Energy needs from age, sex and activity."],
          [req("age", whole(18, 80), "Age in years."), req("sex", enum(male="man", female="woman"), "Sex."), req("activity_level", enum("sedentary", "moderate", very_active="very active"), "How active the person is."), opt("pregnant", flag("She is pregnant."), "Whether the person is pregnant.", False)],
          ["How many calories a day does a {age}-year-old {sex} need whose lifestyle is {activity_level}?", "Find the daily calories of a {sex}, {age} years old, activity level {activity_level}."], ["What are the daily calories for a {activity_level} lifestyle of {*}? | a {age}-year-old {sex}"]),
    frame("health", "drug_interactions check_interactions", ["Check whether medicines interact.", "Warns of drugs that should not be combined."],
          [req("drugs", array(text("aspirin", "ibuprofen", "warfarin", "metformin", "lisinopril", "omeprazole", "amoxicillin"), 2, 3), "Names of the medicines."), opt("include_alcohol", flag("Consider alcohol as well."), "Also check alcohol.", False, "{}")],
          ["Can I take {drugs} together?", "Check {drugs} for interactions.", "Is it safe to combine {drugs}?"], ["Check for interactions between {*}. | {drugs}"], {"drugs": "Can I take my medicines together?"}),
    frame("health", "find_doctor search_doctors", ["Find doctors in a city by specialty.", "Look up medical practices."],
          [req("specialty", enum("dentist", "dermatologist", "cardiologist", "pediatrician", "ophthalmologist"), "Kind of doctor."), req("location", city, "City."), opt("accepts_new_patients", flag("They must take new patients."), "Only practices that take new patients.", False, "{}"), opt("max_distance_km", whole(2, 40), "Radius in kilometres.", 10, "within {} km")],
          ["Find a {specialty} in {location}.", "I need a {specialty} in {location}.", "Which {specialty} can I see in {location}?"], ["Find me {*} in {location}. | a {specialty}", "Look for a {specialty} in {*}. | {location}"], {"location": "I need a {specialty}.", "specialty": "Find me a doctor in {location}."}),
    frame("health", "water_intake daily_water", ["How much water to drink a day.", "Recommended fluids for a body weight."],
          [req("weight", whole(45, 120), "Weight in kilograms."), opt("climate", enum("hot", "temperate", "cold"), "Climate.", "temperate", "in a {} climate"), opt("exercise_minutes", whole(10, 120, 5), "Minutes of exercise a day.", 0, "I exercise {} minutes a day.")],
          ["How much water should I drink if I weigh {weight} kg?", "I weigh {weight} kilograms. How much should I drink every day?"], ["How much water should people of {weight*} kg drink?"]),
    frame("health", "log_sleep record_sleep", ["Record a night's sleep.", "Write down when one slept."],
          [req("bed_time", clock(), "When one went to bed."), req("hours", real(4, 10), "Hours slept."), opt("quality", whole(1, 5, words=False), "Quality from 1 to 5.", None, "The quality was {} out of 5.")],
          ["Log that I went to bed at {bed_time} and slept {hours} hours.", "Record my sleep: bed at {bed_time}, {hours} hours."], ["Log these nights: {*} | bed at {bed_time} with {hours} hours of sleep"], {"hours": "Log that I went to bed at {bed_time}."}, effect="write"),
    frame("food", "nutrition_facts get_nutrition", ["Nutrients of a food.", "Calories, protein and so on in an amount of a food."],
          [req("food", food, "The food."), req("grams", whole(20, 500, 10), "Amount in grams."), opt("nutrient", enum("protein", "fat", "fiber", "sugar", "calories"), "Only this nutrient.", None, "I only want to know the {}.")],
          ["What is in {grams} grams of {food}?", "Give me the nutrition facts for {grams} g of {food}."], ["Give me the nutrition facts of {*}. | {grams} g of {food}", "What is in {grams} grams of {*}? | {food}"], {"grams": "What are the nutrition facts of the {food} I ate?"}),
    frame("food", "find_recipe search_recipes", ["Search recipes by ingredients.", "Find dishes that use what one has."],
          [req("ingredients", array(food, 2, 4), "What to cook with."), opt("max_minutes", whole(15, 90, 5), "Longest cooking time in minutes.", None, "in under {} minutes", "It may take {} minutes at most."), opt("diet", enum("vegan", "vegetarian", gluten_free="gluten-free"), "Diet.", None, "It should be {}."), opt("avoid", array(text("nuts", "dairy", "garlic", "eggs"), 1, 2), "What must not be in it.", None, "Nothing with {}.")],
          ["What can I cook with {ingredients}?", "Find a recipe that uses {ingredients}.", "I have {ingredients} in the fridge; what can I make?"], ["Find recipes with {*}. | {ingredients}"], {"ingredients": "Find a recipe for what is in my fridge."}, "recipe"),
    frame("food", "scale_recipe adjust_servings", ["Change a recipe to another number of servings.", "Amounts for more or fewer people."],
          [req("recipe", _dish, "Name of the recipe."), req("servings", whole(2, 30), "Number of people.")], ["Adjust the {recipe} recipe to {servings} people.", "I want to make {recipe} for {servings} guests; scale the recipe."], ["Scale the recipes for {*}. | {recipe} to {servings} servings"], {"servings": "Adjust the {recipe} recipe for my guests."}),
    frame("food", "cooking_time roast_time", ["How long to cook something.", "Time in the oven by weight."],
          [req("item", enum("turkey", "chicken", "beef", "salmon", "potatoes"), "What is cooked."), req("weight_kg", real(0.5, 8), "Weight in kilograms."), opt("oven_celsius", whole(120, 240, 10), "Oven temperature in °C.", 180, "The oven is at {} degrees."), opt("stuffed", flag("stuffed", "without stuffing"), "Whether it is stuffed.", None, ", {}")],
          ["How long do I roast {weight_kg} kg of {item}?", "What is the cooking time for {weight_kg} kilograms of {item}?"], ["How long do I cook {*}? | {weight_kg} kg of {item}"], {"weight_kg": "How long do I roast the {item}?"}),
    frame("food", "find_restaurants restaurant_search", ["Find restaurants in a city.", "Places to eat by cuisine."],
          [req("city", city, "The city."), req("cuisine", _cuisine, "Kind of food."), opt("min_rating", real(3, 4.8), "Lowest rating, 1 to 5.", None, "rated at least {}"), opt("outdoor_seating", flag("with outdoor seating"), "Only with seats outside.", False, "{}"), opt("price_level", enum("cheap", moderate="mid-priced", upscale="upscale"), "Price class.", None, "It should be {}.")],
          ["Find {cuisine} restaurants in {city}.", "Where can I eat {cuisine} food in {city}?", "I'd like {cuisine} food in {city} tonight."], ["Find {cuisine} restaurants in {*}. | {city}", "Find {*} restaurants in {city}. | {cuisine}"], {"city": "Where can I eat {cuisine} food?"}),
    frame("food", "book_table reserve_table", ["Reserve a table in a restaurant.", "Make a restaurant reservation."],
          [req("restaurant", text("Luigi's", "The Olive Tree", "Sakura", "Casa Verde", "Blue Door"), "Name of the restaurant."), req("party_size", whole(2, 12), "Number of guests."), req("date", date(2025, 2026), "Day."), req("time", clock(), "Time."), opt("requests", array(text("a high chair", "a window seat", "a vegan menu"), 1, 2), "Special wishes.", None, "We need {}.")],
          ["Book a table for {party_size} at {restaurant} on {date} at {time}.", "Reserve at {restaurant} for {party_size} people on {date}, {time}."], ["Reserve tables for {party_size} on {date}: {*} | {restaurant} at {time}"], {"party_size": "Book a table at {restaurant} on {date} at {time}.", "time": "Book a table for {party_size} at {restaurant} on {date}."}, effect="write"),
    frame("travel", "search_flights find_flights", ["Search flights between two cities.", "Find air connections on a day."],
          [req("origin", city, "City of departure."), req("destination", city, "City of arrival."), req("date", date(2025, 2026), "Day of departure."), opt("passengers", whole(2, 7), "Number of travellers.", 1, "There are {} of us."), opt("cabin", enum("economy", "business", first="first class"), "Class.", "economy", "We want to fly {}."), opt("nonstop", flag("without stops"), "Only direct flights.", False, "{}")],
          ["Find flights from {origin} to {destination} on {date}.", "I need to fly from {origin} to {destination} on {date}.", "Which flights go from {origin} to {destination} on {date}?"],
          ["Find flights from {origin} to {*}. | {destination} on {date}", "Search flights on {date} for {*}. | {origin} to {destination}"], {"date": "Find flights from {origin} to {destination}.", "destination": "Find flights from {origin} on {date}."}),
    frame("travel", "search_hotels find_hotels", ["Search hotels in a city.", "Find places to stay."],
          [req("city", city, "The city."), req("check_in", date(2025, 2025), "Day of arrival."), req("nights", whole(2, 14), "Number of nights."), opt("guests", whole(2, 6), "Number of guests.", 1, "for {} guests"), opt("stars", whole(3, 5), "Stars at least.", None, "with at least {} stars"), opt("facilities", array(enum("pool", "gym", "wifi", "parking", "spa"), 1, 3), "What it must have.", None, "It needs {}.")],
          ["Find a hotel in {city} from {check_in} for {nights} nights.", "I want to stay {nights} nights in {city} starting {check_in}.", "Which hotels in {city} are free on {check_in} for {nights} nights?"],
          ["Find hotels: {*} | {city} from {check_in} for {nights} nights"], {"nights": "Find a hotel in {city} from {check_in}.", "city": "Find me a hotel from {check_in} for {nights} nights."}),
    frame("travel", "book_hotel_room reserve_room", ["Book a room in a named hotel.", "Reserve a hotel room."],
          [req("hotel_name", _hotel, "Name of the hotel."), req("room_type", enum("single", "double", "suite"), "Kind of room."), req("stay", record("from {arrival} to {departure}", arrival=(date(2025, 2025), "Day of arrival."), departure=(date(2026, 2026), "Day of departure.")), "The days."), opt("breakfast", flag("with breakfast", "without breakfast"), "Whether breakfast is included.", None, "{}")],
          ["Book a {room_type} room at {hotel_name} {stay}.", "Reserve at {hotel_name}, {stay}, room type {room_type}."], ["At {hotel_name}, {stay}, book {*}. | a {room_type} room"], {"room_type": "Book a room at {hotel_name} {stay}."}, effect="write"),
    frame("travel", "travel_distance route_distance", ["Distance and time between two cities.", "How far a trip is and how long it takes."],
          [req("start", city, "Where it starts."), req("end", city, "Where it ends."), req("mode", enum(driving="car", walking="foot", cycling="bike", transit="public transport"), "Means of transport."), opt("avoid", array(enum("tolls", "ferries", "highways"), 1, 2), "What to avoid.", None, "Avoid {}.")],
          ["How far is it from {start} to {end} by {mode}?", "How long does it take to get from {start} to {end} by {mode}?"], ["How far is it by {mode} from {start} to {*}? | {end}", "Get the distance by {mode} for {*}. | {start} to {end}"], {"end": "How far is it by {mode} from {start}?"}),
    frame("travel", "rent_car car_rental", ["Rent a car.", "Reserve a rental car in a city."],
          [req("pickup_city", city, "Where to pick it up."), req("days", whole(2, 21), "Number of days."), req("category", enum("compact", "convertible", "van", suv="SUV"), "Kind of car."), opt("insurance", flag("with full insurance", "without insurance"), "Whether to insure it.", None, "{}")],
          ["Rent a {category} in {pickup_city} for {days} days.", "I need a {category} for {days} days in {pickup_city}."], ["Rent a {category} for {days} days in {*}. | {pickup_city}", "Reserve {*}. | a {category} in {pickup_city} for {days} days"], {"days": "Rent a {category} in {pickup_city}."}, effect="write"),
    frame("travel", "visa_requirements check_visa", ["Whether a visa is needed.", "Entry rules for a nationality and a country."],
          [req("nationality", text("German", "Indian", "Kenyan", "Brazilian", "Canadian", "Polish"), "Passport held."), req("destination", text("Japan", "the US", "Vietnam", "Egypt", "Peru", "Turkey"), "Country to visit."), opt("stay_days", whole(5, 120), "Length of stay in days.", 30, "The stay is {} days.")],
          ["Does a {nationality} citizen need a visa for {destination}?", "I have a passport that is {nationality}. What do I need to enter {destination}?"], ["Does a {nationality} citizen need a visa for {*}? | {destination}"], {"nationality": "Do I need a visa for {destination}?"}),
    frame("weather", "current_weather get_current_weather", ["Weather in a place right now.", "Present temperature and conditions."],
          [req("location", city, "City."), opt("units", _unit, "System of units.", "metric", "Use {} units.")], ["What is the weather in {location} right now?", "How warm is it in {location} at the moment?", "Current weather for {location}, please."],
          ["What is the weather like now in {*}? | {location}", "Get the current weather for {location*}."], {"location": "How warm is it outside right now?"}, "weather"),
    frame("weather", "weather_forecast get_forecast", ["Weather forecast for the next days.", "What the weather will be."],
          [req("place", city, "City."), req("days", whole(2, 14), "Number of days."), opt("hourly", flag("hour by hour"), "Whether to list every hour.", False, "{}"), opt("units", _unit, "System of units.", "metric", "Use {} units.")],
          ["What will the weather be in {place} over the next {days} days?", "Give me the {days}-day forecast for {place}."], ["Give me the {days}-day forecast for {*}. | {place}", "Get forecasts: {*} | {days} days for {place}"], {"place": "What will the weather be over the next {days} days?"}, "weather"),
    frame("weather", "rainfall_history past_rainfall", ["Rain that fell in a past period.", "Precipitation recorded in a city between two days."],
          [req("city", city, "City."), req("period", record("between {since} and {until}", since=(date(2015, 2019), "First day."), until=(date(2020, 2024), "Last day.")), "The period.")], ["How much did it rain in {city} {period}?", "Get the rainfall of {city} {period}."], ["How much did it rain {period} in {*}? | {city}"], {}, "weather"),
    frame("weather", "sun_times sunrise_sunset", ["Sunrise or sunset on a day.", "When the sun comes up or goes down."],
          [req("event", enum("sunrise", "sunset"), "Which of the two."), req("city", city, "City."), req("date", date(), "Day.")], ["When is {event} in {city} on {date}?", "Find the {event} time in {city} for {date}."], ["When is {event} on {date} in {*}? | {city}", "Find the {event} time in {city} on {*}. | {date}"], {"city": "When is {event} on {date}?"}),
]
