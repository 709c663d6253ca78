"""French."""
# ruff: noqa: E501

from __future__ import annotations

from botpsy.tasksets.phone.languages.language import Language, forms_of

FRENCH = Language(
    code="fr",
    name="French",
    days={
        "aujourd'hui": "today", "demain": "tomorrow", "après-demain": "the day after tomorrow", "lundi": "Monday",
        "mardi": "Tuesday", "mercredi": "Wednesday", "jeudi": "Thursday", "vendredi": "Friday", "samedi": "Saturday",
        "dimanche": "Sunday", "lundi prochain": "next Monday", "vendredi prochain": "next Friday",
        "dans trois jours": "in 3 days", "dans une semaine": "in a week", "le 14 mai": "14 May", "le 2 juin": "2 June",
    },
    weeks={"cette semaine": "this week", "la semaine prochaine": "next week", "ce week-end": "this weekend"},
    sharp=("à {h}h", "à {h} heures", "à {h}h00"),
    clock=("à {h}h{m}", "à {h}:{m}"),
    moment="{day} {time}",
    meet=("déjeuner avec {who}", "dîner avec {who}", "café avec {who}", "réunion avec {who}", "tennis avec {who}",
          "appel avec {who}", "promenade avec {who}", "cinéma avec {who}", "piscine avec {who}", "apéro avec {who}"),
    plans=("dentiste", "coiffeur", "cours de yoga", "révision de la voiture", "club de lecture", "chorale",
           "contrôle technique", "réunion de parents", "vaccin", "cours de piano", "visite du musée", "kiné"),
    lengths={"30 minutes": "30 minutes", "une heure": "one hour", "deux heures": "two hours",
             "une demi-heure": "half an hour", "45 minutes": "45 minutes", "trois heures": "3 hours"},
    fields={"le numéro": "phone", "le téléphone": "phone", "l'adresse mail": "email", "l'email": "email",
            "la date de naissance": "birthday", "l'adresse postale": "address"},
    forms=forms_of({
        "create": """
            Ajoute {what} {w}
            Mets {what} dans mon agenda {w}
            Note {what} {w}
            J'ai {what} {w}, ajoute-le s'il te plaît
            {What} {w}
            Prévois {what} {w}
            Tu peux inscrire {what} {w} ?
            Crée un événement pour {what} {w}
            (Ajoute|Mets|Inscris|Note|Planifie|Programme|Enregistre) {what} (dans mon agenda|au calendrier|à mon planning) {w}
            (Peux-tu|Tu peux|Pourrais-tu) (ajouter|noter|prévoir|planifier|enregistrer) {what} {w} ?
            (Je voudrais|J'aimerais|Il faut) (prévoir|planifier|noter) {what} {w}
            """,
        "list": """
            Qu'est-ce que j'ai {day} ?
            Montre-moi mon agenda {day}
            Est-ce que je suis libre {day} ?
            Quels sont mes rendez-vous {day} ?
            J'ai quelque chose de prévu {day} ?
            Mon planning {day}, s'il te plaît
            Que dit mon calendrier {day} ?
            Lis-moi mes rendez-vous {day}
            (Montre-moi|Donne-moi|Affiche|Lis-moi|Vérifie|Regarde) (mon agenda|mon calendrier|mon planning|mes rendez-vous) {day}
            (Qu'est-ce qui|Qu'est-ce que j'ai de) prévu {day} ?
            (Je suis|Serai-je|Est-ce que je suis) (pris|occupé|libre|disponible) {day} ?
            """,
        "move": """
            Déplace « {event} » à {to}
            Décale « {event} » : {to}
            « {event} » passe à {to}, mets à jour
            Reporte « {event} » : {to}
            Peux-tu déplacer « {event} » ? Nouvelle date : {to}
            Change l'heure de « {event} » : {to}
            « {event} » aura lieu {to}, corrige-le
            Mets plutôt « {event} » {to}
            (Déplace|Décale|Reporte|Repousse|Avance|Reprogramme) « {event} »(, c'est| : maintenant| : plutôt) {to}
            (Peux-tu|Tu peux|Pourrais-tu) (mettre|reprogrammer|replacer) « {event} » {to} ?
            (Finalement|Désormais|Attention) « {event} » c'est {to}(, change-le|, corrige|)
            """,
        "rename": """
            Renomme « {event} » en « {title} »
            Change le titre de « {event} » en « {title} »
            « {event} » doit s'appeler « {title} »
            Appelle plutôt « {event} » « {title} »
            Donne à « {event} » le nom « {title} »
            Le nouveau nom de « {event} » est « {title} »
            Remplace le titre « {event} » par « {title} »
            Peux-tu renommer « {event} » ? Ce sera « {title} »
            (Change|Modifie|Corrige|Remplace|Mets) le (titre|nom) de « {event} » (en|par) « {title} »
            (Je veux|Je voudrais|J'aimerais) que « {event} » s'appelle « {title} »(| désormais| maintenant)
            (Peux-tu|Tu peux|Pourrais-tu) (renommer|appeler) « {event} » en « {title} » ?
            """,
        "place": """
            « {event} » a lieu à {place}, note-le
            Mets {place} comme lieu de « {event} »
            Le lieu de « {event} » est {place}
            Change le lieu de « {event} » : {place}
            Ajoute le lieu {place} à « {event} »
            « {event} » se passe à {place}, ajoute-le
            Indique {place} pour « {event} »
            On se retrouve à {place} pour « {event} », note-le
            (Mets|Indique|Ajoute|Note|Enregistre|Inscris) {place} comme (lieu|endroit|adresse) (de|pour) « {event} »
            (L'endroit|Le lieu|La salle) de « {event} » (est|sera|change, c'est) {place}
            """,
        "length": """
            « {event} » dure {length}, corrige-le
            Fais durer « {event} » {length}
            Change la durée de « {event} » : {length}
            Prévois {length} pour « {event} »
            « {event} » va durer {length}
            La durée de « {event} » est de {length}
            Mets « {event} » à {length}
            Allonge ou raccourcis « {event} » : {length}
            (Change|Modifie|Corrige|Règle|Mets|Fixe) la durée de « {event} » (à|:|sur) {length}
            (Prévois|Réserve|Bloque|Compte|Garde) {length} pour « {event} »
            (Il faut|Je veux|Je voudrais|J'ai besoin de) {length} pour « {event} »
            (Il me faut|Compte plutôt|Finalement, c'est) {length} pour « {event} »(, corrige|, mets à jour|)
            """,
        "delete": """
            Supprime « {event} »
            Annule « {event} »
            Enlève « {event} » de mon agenda
            « {event} » est annulé, supprime-le
            Efface « {event} »
            Je ne peux pas aller à « {event} », annule
            Retire « {event} » du calendrier
            Tu peux supprimer « {event} » ?
            (Supprime|Annule|Enlève|Efface|Retire|Raye|Ôte) « {event} » (de mon agenda|du calendrier|s'il te plaît)
            (Peux-tu|Tu peux|Pourrais-tu) (supprimer|annuler|enlever|effacer|retirer) « {event} » ?
            « {event} » (n'aura pas lieu|est annulé|tombe à l'eau), (supprime-le|enlève-le|efface-le)
            """,
        "invite": """
            Invite {who} à « {event} »
            Envoie une invitation à {who} pour « {event} »
            Ajoute {who} à « {event} »
            {who} vient à « {event} », invite
            Mets {who} parmi les invités de « {event} »
            Convie {who} à « {event} »
            Je veux {who} à « {event} », envoie l'invitation
            Peux-tu inviter {who} à « {event} » ?
            (Ajoute|Mets|Inscris|Compte) {who} (parmi les|dans la liste des) (invités|participants) de « {event} »
            (Envoie|Fais parvenir|Adresse) (une|l') invitation pour « {event} » à {who}
            (Je veux|Je voudrais|J'aimerais) (inviter|convier|ajouter) {who} à « {event} »
            (Peux-tu|Tu peux|Pourrais-tu) (convier|ajouter) {who} à « {event} » ?
            """,
        "find_contact": """
            Donne-moi {field} de {who}
            Cherche {field} de {who}
            Tu as {field} de {who} ?
            J'ai besoin de {who} : {field}
            Trouve {field} de {who}
            Est-ce que j'ai {field} de {who} ?
            Je cherche {field} de {who}
            Montre-moi {field} de {who}
            (Donne-moi|Trouve|Cherche|Affiche|Dis-moi|Lis-moi|Montre-moi|Retrouve) {field} de {who}( s'il te plaît|)
            (Il me faut|Je voudrais|J'ai perdu|J'ai oublié|Je cherche|Je ne trouve plus) {field} de {who}
            (Peux-tu|Tu peux|Pourrais-tu) (trouver|chercher|me donner|me dire) {field} de {who} ?
            (C'est quoi|Tu connais|Rappelle-moi|Dis-moi vite|Y a-t-il) {field} de {who}( déjà|) ?
            """,
        "save_contact": """
            Enregistre {field} de {who} : {value}
            Note {field} de {who}, c'est {value}
            Ajoute {field} de {who} : {value}
            {Field} de {who} est {value}, enregistre
            Sauvegarde {value}, c'est {field} de {who}
            Garde {field} de {who} : {value}
            Nouveau pour {who}, {field} : {value}
            Mets à jour {field} de {who} : {value}
            (Enregistre|Note|Ajoute|Garde|Sauvegarde|Inscris|Mets) {field} de {who}( :|, c'est| dans mes contacts :) {value}
            (Voici|J'ai) {field} de {who}( :|, c'est) {value}(, enregistre|, note|, garde-le)
            (Peux-tu|Tu peux|Pourrais-tu) (enregistrer|noter|ajouter|garder) {field} de {who} ? C'est {value}
            """,
        "delete_contact": """
            Supprime {who} de mes contacts
            Efface le contact {who}
            Enlève {who} du carnet d'adresses
            Retire {who} de mes contacts
            Je n'ai plus besoin du contact {who}, supprime
            Tu peux effacer {who} de mes contacts ?
            Le contact {who} peut disparaître
            Ôte {who} de mes contacts
            (Supprime|Efface|Enlève|Retire|Ôte|Élimine) (le contact|l'entrée de|la fiche de) {who}
            (Supprime|Efface|Enlève|Retire) {who} (du carnet d'adresses|de mon répertoire|des contacts|de ma liste de contacts)
            (Peux-tu|Tu peux|Pourrais-tu) (supprimer|enlever|retirer) {who} (de mes contacts|du répertoire) ?
            """,
    }),
)  # fmt: skip
