"""Italian."""
# ruff: noqa: E501

from __future__ import annotations

from botpsy.tasksets.phone.languages.language import Language, forms_of

ITALIAN = Language(
    code="it",
    name="Italian",
    days={
        "oggi": "today", "domani": "tomorrow", "dopodomani": "the day after tomorrow", "lunedì": "Monday",
        "martedì": "Tuesday", "mercoledì": "Wednesday", "giovedì": "Thursday", "venerdì": "Friday", "sabato": "Saturday",
        "domenica": "Sunday", "lunedì prossimo": "next Monday", "venerdì prossimo": "next Friday",
        "fra tre giorni": "in 3 days", "tra una settimana": "in a week", "il 14 maggio": "14 May", "il 2 giugno": "2 June",
    },
    weeks={"questa settimana": "this week", "la settimana prossima": "next week", "questo fine settimana": "this weekend"},
    sharp=("alle {h}", "alle {h}:00", "alle ore {h}"),
    clock=("alle {h}:{m}", "alle {h} e {m}"),
    moment="{day} {time}",
    meet=("pranzo con {who}", "cena con {who}", "caffè con {who}", "riunione con {who}", "tennis con {who}",
          "chiamata con {who}", "passeggiata con {who}", "cinema con {who}", "aperitivo con {who}", "padel con {who}"),
    plans=("dentista", "parrucchiere", "lezione di yoga", "tagliando auto", "gruppo di lettura", "coro",
           "fisioterapia", "riunione genitori", "vaccino", "lezione di piano", "visita al museo", "esami del sangue"),
    lengths={"30 minuti": "30 minutes", "un'ora": "one hour", "due ore": "two hours", "mezz'ora": "half an hour",
             "45 minuti": "45 minutes", "tre ore": "3 hours"},
    fields={"il numero": "phone", "il telefono": "phone", "la mail": "email", "l'email": "email",
            "la data di nascita": "birthday", "l'indirizzo di casa": "address"},
    forms=forms_of({
        "create": """
            Aggiungi {what} {w}
            Metti {what} in calendario {w}
            Segna {what} {w}
            Ho {what} {w}, aggiungilo per favore
            {What} {w}
            Programma {what} {w}
            Puoi segnare {what} {w}?
            Crea un evento per {what} {w}
            (Aggiungi|Metti|Segna|Inserisci|Scrivi|Fissa|Salva) {what} (in agenda|nel calendario|nella mia agenda) {w}
            (Puoi|Potresti|Mi puoi) (aggiungere|inserire|fissare|mettere|programmare) {what} {w}?
            (Voglio|Vorrei|Devo) (programmare|fissare|segnare) {what} {w}
            """,
        "list": """
            Che cosa ho {day}?
            Mostrami l'agenda {day}
            Sono libero {day}?
            Quali appuntamenti ho {day}?
            Ho qualcosa {day}?
            Il mio calendario {day}, per favore
            Cosa c'è in programma {day}?
            Leggimi gli appuntamenti {day}
            (Mostrami|Dimmi|Leggimi|Guarda|Controlla|Fammi vedere) (l'agenda|il calendario|gli impegni|gli eventi|il programma) {day}
            (Che|Quali) (impegni|eventi|riunioni|piani) ho {day}?
            (Sono|Sarò) (impegnato|libero|occupato|disponibile) {day}?
            (C'è|Ho) (qualcosa|qualche impegno|qualche riunione) {day}?
            """,
        "move": """
            Sposta "{event}": {to}
            Cambia "{event}", ora è {to}
            "{event}" passa a {to}, aggiornalo
            Rimanda "{event}": {to}
            Puoi spostare "{event}"? Nuovo orario: {to}
            Cambia l'ora di "{event}": {to}
            "{event}" sarà {to}, correggilo
            Meglio mettere "{event}" {to}
            (Sposta|Rimanda|Rinvia|Posticipa|Anticipa|Trasferisci|Riprogramma) "{event}"(, ora è|: meglio|, facciamo) {to}
            (Puoi|Potresti|Mi puoi) (mettere|fissare|riprogrammare) "{event}" {to}?
            (Alla fine|Adesso|Invece) "{event}" è {to}(, cambialo|, correggi|)
            """,
        "rename": """
            Rinomina "{event}" in "{title}"
            Cambia il titolo di "{event}" in "{title}"
            "{event}" deve chiamarsi "{title}"
            Chiama "{event}" "{title}"
            Dai a "{event}" il nome "{title}"
            Il nuovo titolo di "{event}" è "{title}"
            Sostituisci il titolo "{event}" con "{title}"
            Puoi rinominare "{event}"? Sarà "{title}"
            (Cambia|Modifica|Correggi|Aggiorna|Sostituisci) il (titolo|nome) di "{event}" (in|con) "{title}"
            (Voglio|Vorrei|Preferisco) che "{event}" si chiami "{title}"(| d'ora in poi| adesso)
            (Da ora|D'ora in avanti) "{event}" si chiama "{title}"
            (Potresti|Mi puoi) (rinominare|chiamare) "{event}" in "{title}"?
            """,
        "place": """
            "{event}" è a {place}, segnalo
            Metti {place} come luogo di "{event}"
            Il luogo di "{event}" è {place}
            Cambia il luogo di "{event}": {place}
            Aggiungi il luogo {place} a "{event}"
            "{event}" si tiene a {place}, aggiungilo
            Indica {place} per "{event}"
            Ci vediamo a {place} per "{event}", segnalo
            (Metti|Indica|Aggiungi|Segna|Salva|Scrivi) {place} come (luogo|posto|indirizzo) (di|per) "{event}"
            (Il posto|Il luogo|La sede) di "{event}" (è|sarà|cambia, è) {place}
            """,
        "length": """
            "{event}" dura {length}, correggilo
            Fai durare "{event}" {length}
            Cambia la durata di "{event}": {length}
            Prevedi {length} per "{event}"
            "{event}" durerà {length}
            La durata di "{event}" è di {length}
            Metti "{event}" a {length}
            Allunga o accorcia "{event}": {length}
            (Cambia|Modifica|Correggi|Imposta|Fissa|Regola) la durata di "{event}" (a|su|:) {length}
            (Prevedi|Riserva|Blocca|Tieni|Calcola) {length} per "{event}"
            (Voglio|Servono|Mi servono|Vorrei) {length} per "{event}"
            (Alla fine|In realtà|Adesso) "{event}" (dura|prende|durerà) {length}(, correggi|)
            """,
        "delete": """
            Cancella "{event}"
            Annulla "{event}"
            Togli "{event}" dall'agenda
            "{event}" è annullato, cancellalo
            Elimina "{event}"
            Non posso andare a "{event}", annulla
            Rimuovi "{event}" dal calendario
            Puoi cancellare "{event}"?
            (Cancella|Annulla|Togli|Elimina|Rimuovi|Disdici|Leva) "{event}" (dall'agenda|dal calendario|per favore)
            (Puoi|Potresti|Mi puoi) (annullare|togliere|eliminare|rimuovere|disdire) "{event}"?
            "{event}" (non si fa|è saltato|non c'è più), (cancellalo|toglilo|eliminalo)
            """,
        "invite": """
            Invita {who} a "{event}"
            Manda un invito a {who} per "{event}"
            Aggiungi {who} a "{event}"
            {who} viene a "{event}", invita
            Metti {who} tra gli invitati di "{event}"
            Chiama {who} a partecipare a "{event}"
            Voglio {who} a "{event}", manda l'invito
            Puoi invitare {who} a "{event}"?
            (Aggiungi|Metti|Inserisci|Segna|Includi) {who} (tra gli|nella lista degli) (invitati|ospiti) di "{event}"
            (Manda|Invia|Spedisci) (un|l') invito per "{event}" a {who}
            (Voglio|Vorrei|Devo) (invitare|aggiungere) {who} a "{event}"
            (Potresti|Mi puoi) (invitare|aggiungere) {who} a "{event}"?
            (Anche|Pure) {who} partecipa a "{event}", (invita|manda l'invito|aggiungi)
            """,
        "find_contact": """
            Dammi {field} di {who}
            Cerca {field} di {who}
            Hai {field} di {who}?
            Mi serve {field} di {who}
            Trova {field} di {who}
            Ho {field} di {who}?
            Sto cercando {field} di {who}
            Mostrami {field} di {who}
            (Dammi|Trova|Cerca|Mostrami|Dimmi|Leggimi|Guarda) {field} di {who}( per favore|)
            (Mi serve|Vorrei|Ho perso|Ho dimenticato|Non trovo|Mi manca) {field} di {who}
            (Puoi|Potresti|Mi puoi) (cercare|trovare|dare|dire) {field} di {who}?
            (Qual è|Ricordi|Sai) {field} di {who}?
            (Ricordami|Passami|Leggimi ancora|Dimmi subito) {field} di {who}
            """,
        "save_contact": """
            Salva {field} di {who}: {value}
            Segna {field} di {who}, è {value}
            Aggiungi {field} di {who}: {value}
            {Field} di {who} è {value}, salva
            Registra {value}, è {field} di {who}
            Annota {field} di {who}: {value}
            Nuovo per {who}, {field}: {value}
            Aggiorna {field} di {who}: {value}
            (Salva|Segna|Aggiungi|Annota|Registra|Scrivi|Metti) {field} di {who}(:|, è| nei contatti:) {value}
            (Ecco|Ho) {field} di {who}(:|, è) {value}(, salva|, segna|, aggiungi)
            (Puoi|Potresti|Mi puoi) (salvare|segnare|aggiungere|annotare) {field} di {who}? È {value}
            """,
        "delete_contact": """
            Cancella {who} dai contatti
            Elimina il contatto {who}
            Togli {who} dalla rubrica
            Rimuovi {who} dai miei contatti
            Non mi serve più il contatto {who}, cancellalo
            Puoi eliminare {who} dai contatti?
            Il contatto {who} può sparire
            Leva {who} dai contatti
            (Cancella|Elimina|Togli|Rimuovi|Leva) (il contatto|la scheda di|la voce di) {who}
            (Cancella|Elimina|Togli|Rimuovi) {who} (dalla rubrica|dalla lista dei contatti|dall'elenco)
            (Puoi|Potresti|Mi puoi) (cancellare|togliere|rimuovere) {who} (dai contatti|dalla rubrica)?
            (Voglio|Vorrei) (cancellare|togliere|eliminare) (il contatto|la scheda di) {who}
            """,
    }),
)  # fmt: skip
