"""Requests in other languages than English; the tools, and what is passed to them, stay as they are."""

from __future__ import annotations

from botpsy.tasksets.phone.languages.chinese import CHINESE
from botpsy.tasksets.phone.languages.french import FRENCH
from botpsy.tasksets.phone.languages.hindi import HINDI
from botpsy.tasksets.phone.languages.italian import ITALIAN
from botpsy.tasksets.phone.languages.language import Language
from botpsy.tasksets.phone.languages.portuguese import PORTUGUESE
from botpsy.tasksets.phone.languages.russian import RUSSIAN
from botpsy.tasksets.phone.languages.spanish import SPANISH

LANGUAGES: dict[str, Language] = {
    language.code: language for language in (CHINESE, FRENCH, SPANISH, ITALIAN, PORTUGUESE, RUSSIAN, HINDI)
}
