"""Every scenario by name."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.tasksets.workplace import mail_scenarios, money_scenarios, outing_scenarios, people_scenarios
from botpsy.tasksets.workplace.situation import Desk, Situation

SCENARIOS: dict[str, Callable[[Desk], Situation]] = {
    "meetings": mail_scenarios.meetings,
    "offers": mail_scenarios.offers,
    "away": mail_scenarios.away,
    "invoices": money_scenarios.invoices,
    "expenses": money_scenarios.expenses,
    "order": money_scenarios.order,
    "duplicates": people_scenarios.duplicates,
    "handover": people_scenarios.handover,
    "minutes": people_scenarios.minutes,
    "prepare": people_scenarios.prepare,
    "trip": outing_scenarios.trip,
    "venue": outing_scenarios.venue,
    "dinner": outing_scenarios.dinner,
}
