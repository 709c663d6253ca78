"""What a small world of ACEBench's agent begins with."""

from __future__ import annotations

from botpsy.benchmarks.acebench_travel import ECONOMY
from botpsy.benchmarks.acebench_world import Seeds

SEEDS: Seeds = {
    "MessageApi": {
        "max_capacity": 2,
        "user_list": {"Ann": {"user_id": "A"}, "Bob": {"user_id": "B"}},
        "inbox": {
            1: {"sender_id": "A", "receiver_id": "B", "message": "Tea?", "time": "2024-02-02"},
            2: {"sender_id": "B", "receiver_id": "A", "message": "Call me", "time": "2024-01-01"},
        },
        "message_id_counter": 2,
    },
    "ReminderApi": {"max_capacity": 1, "reminder_list": {}, "reminder_id_counter": 0},
    "FoodPlatform": {
        "users": {"Ann": {"user_id": "U1", "password": "pw", "balance": 10.0}},
        "merchant_list": {"Tea's": {"menu": [{"product": "Green", "price": 4.0}]}},
    },
    "Travel": {
        "users": {
            "u": {
                "user_name": "Ann", "password": "pw", "cash_balance": 50.0, "bank_balance": 500.0,
                "membership_level": "regular",
            }
        },
        "flights": [
            {
                "flight_no": number, "origin": origin, "destination": to, "depart_time": f"2024-07-{day} 05:00:00",
                "arrival_time": f"2024-07-{day} 07:00:00", "status": "available", "seats_available": 5,
                "economy_price": 100, "business_price": 200,
            }
            for number, origin, to, day in (
                ("F1", "X", "Y", "15"), ("F2", "X", "Y", "20"), ("F3", "Y", "Z", "16"), ("F4", "X", "Y", "13")
            )
        ],
        "reservations": [
            {
                "reservation_id": f"res_{i}", "user_id": "u", "flight_no": f"F{i}", "payment_method": "bank",
                "cabin": ECONOMY, "baggage": 1,
            }
            for i in (1, 2, 3, 4)
        ],
    },
}  # fmt: skip
