"""Travel: flights, trains, hotels, restaurants, rides, and what is booked of them."""
