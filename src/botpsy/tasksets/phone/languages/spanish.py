"""Spanish."""
# ruff: noqa: E501

from __future__ import annotations

from botpsy.tasksets.phone.languages.language import Language, forms_of

SPANISH = Language(
    code="es",
    name="Spanish",
    days={
        "hoy": "today", "mañana": "tomorrow", "pasado mañana": "the day after tomorrow", "el lunes": "Monday",
        "el martes": "Tuesday", "el miércoles": "Wednesday", "el jueves": "Thursday", "el viernes": "Friday",
        "el sábado": "Saturday", "el domingo": "Sunday", "el próximo martes": "next Tuesday",
        "el próximo jueves": "next Thursday", "dentro de tres días": "in 3 days", "en una semana": "in a week",
        "el 14 de mayo": "14 May", "el 2 de junio": "2 June",
    },
    weeks={"esta semana": "this week", "la semana que viene": "next week", "este fin de semana": "this weekend"},
    sharp=("a las {h}", "a las {h}:00"),
    clock=("a las {h}:{m}", "a las {h} y {m}"),
    moment="{day} {time}",
    meet=("comida con {who}", "cena con {who}", "café con {who}", "reunión con {who}", "tenis con {who}",
          "llamada con {who}", "paseo con {who}", "cine con {who}", "pádel con {who}", "cañas con {who}"),
    plans=("dentista", "peluquería", "clase de yoga", "revisión del coche", "club de lectura", "coro",
           "fisioterapia", "reunión de padres", "vacuna", "clase de piano", "visita al museo", "análisis de sangre"),
    lengths={"30 minutos": "30 minutes", "una hora": "one hour", "dos horas": "two hours",
             "media hora": "half an hour", "45 minutos": "45 minutes", "tres horas": "3 hours"},
    fields={"el número": "phone", "el teléfono": "phone", "el correo": "email", "el email": "email",
            "la fecha de nacimiento": "birthday", "la dirección": "address"},
    forms=forms_of({
        "create": """
            Añade {what} {w}
            Pon {what} en mi calendario {w}
            Apunta {what} {w}
            Tengo {what} {w}, añádelo por favor
            {What} {w}
            Programa {what} {w}
            ¿Puedes anotar {what} {w}?
            Crea un evento para {what} {w}
            (Añade|Pon|Apunta|Anota|Agenda|Agrega|Mete|Guarda) {what} (en mi agenda|en el calendario|en mi calendario) {w}
            (¿Puedes|¿Podrías|¿Me puedes) (añadir|apuntar|programar|agendar|poner) {what} {w}?
            (Quiero|Necesito|Me gustaría) (programar|apuntar|agendar) {what} {w}
            """,
        "list": """
            ¿Qué tengo {day}?
            Enséñame mi agenda {day}
            ¿Estoy libre {day}?
            ¿Qué citas tengo {day}?
            ¿Tengo algo {day}?
            Mi calendario {day}, por favor
            ¿Qué hay previsto {day}?
            Léeme mis citas {day}
            (Enséñame|Muéstrame|Dime|Léeme|Mira|Revisa|Comprueba) (mi agenda|mi calendario|mis citas|mis planes) {day}
            (¿Qué|¿Cuántas cosas|¿Qué planes|¿Qué eventos|¿Qué reuniones) tengo {day}?
            (¿Estoy|¿Estaré|¿Voy a estar) (ocupado|libre|disponible) {day}?
            (¿Hay|¿Tengo) (algo|alguna cita|algún plan|alguna reunión) {day}?
            """,
        "move": """
            Mueve "{event}": {to}
            Cambia "{event}" a {to}
            "{event}" pasa a {to}, actualízalo
            Pospón "{event}", ahora es {to}
            ¿Puedes mover "{event}"? Nueva hora: {to}
            Cambia la hora de "{event}": {to}
            "{event}" será {to}, corrígelo
            Mejor pon "{event}" {to}
            (Mueve|Cambia|Pasa|Aplaza|Retrasa|Reprograma|Traslada) "{event}"(, ahora es|: mejor|, que sea) {to}
            (¿Puedes|¿Podrías|¿Me puedes) (poner|reprogramar|dejar) "{event}" {to}?
            (Al final|Ahora|Finalmente) "{event}" es {to}(, cámbialo|, corrígelo|)
            """,
        "rename": """
            Cambia el nombre de "{event}" a "{title}"
            Renombra "{event}" como "{title}"
            "{event}" debe llamarse "{title}"
            Llama "{title}" a "{event}"
            Ponle a "{event}" el nombre "{title}"
            El nuevo título de "{event}" es "{title}"
            Sustituye el título "{event}" por "{title}"
            ¿Puedes renombrar "{event}"? Será "{title}"
            (Cambia|Modifica|Corrige|Actualiza|Edita) el (título|nombre) de "{event}" (a|por) "{title}"
            (Quiero|Necesito|Me gustaría|Prefiero) que "{event}" se llame "{title}"(| a partir de ahora| desde hoy)
            (¿Puedes|¿Podrías|¿Me puedes) (llamar|titular) "{event}" como "{title}"?
            """,
        "place": """
            "{event}" es en {place}, apúntalo
            Pon {place} como lugar de "{event}"
            El lugar de "{event}" es {place}
            Cambia el lugar de "{event}": {place}
            Añade el lugar {place} a "{event}"
            "{event}" tiene lugar en {place}, anótalo
            Indica {place} para "{event}"
            Quedamos en {place} para "{event}", apúntalo
            (Pon|Indica|Añade|Anota|Guarda|Apunta) {place} como (lugar|sitio|ubicación) (de|para) "{event}"
            (El sitio|El lugar|La ubicación) de "{event}" (es|será|cambia, es) {place}
            """,
        "length": """
            "{event}" dura {length}, corrígelo
            Haz que "{event}" dure {length}
            Cambia la duración de "{event}": {length}
            Reserva {length} para "{event}"
            "{event}" va a durar {length}
            La duración de "{event}" es de {length}
            Pon "{event}" con {length}
            Alarga o acorta "{event}": {length}
            (Cambia|Modifica|Corrige|Ajusta|Pon|Fija) la duración de "{event}" (a|en|:) {length}
            (Reserva|Bloquea|Calcula|Guarda|Cuenta) {length} para "{event}"
            (Quiero|Necesito|Hacen falta) {length} para "{event}"
            (Ahora|Al final|Mejor) "{event}" (dura|son|durará) {length}
            (Ajusta|Deja|Amplía) "{event}" a {length}
            """,
        "delete": """
            Borra "{event}"
            Cancela "{event}"
            Quita "{event}" de mi agenda
            "{event}" se ha cancelado, bórralo
            Elimina "{event}"
            No puedo ir a "{event}", cancélalo
            Saca "{event}" del calendario
            ¿Puedes borrar "{event}"?
            (Borra|Cancela|Quita|Elimina|Saca|Suprime|Anula) "{event}" (de mi agenda|del calendario|por favor)
            (¿Puedes|¿Podrías|¿Me puedes) (cancelar|quitar|eliminar|anular|suprimir) "{event}"?
            "{event}" (no se hace|se ha anulado|ya no es), (bórralo|quítalo|elimínalo)
            """,
        "invite": """
            Invita a {who} a "{event}"
            Envía una invitación a {who} para "{event}"
            Añade a {who} a "{event}"
            {who} viene a "{event}", invita
            Pon a {who} entre los invitados de "{event}"
            Convida a {who} a "{event}"
            Quiero a {who} en "{event}", manda la invitación
            ¿Puedes invitar a {who} a "{event}"?
            (Añade|Pon|Apunta|Incluye|Mete) a {who} (entre los|en la lista de) (invitados|participantes|asistentes) de "{event}"
            (Envía|Manda|Haz llegar) (una|la) invitación de "{event}" a {who}
            (Quiero|Necesito|Me gustaría) (invitar|añadir) a {who} a "{event}"
            (¿Podrías|¿Me puedes) (invitar|añadir) a {who} a "{event}"?
            """,
        "find_contact": """
            Dame {field} de {who}
            Busca {field} de {who}
            ¿Tienes {field} de {who}?
            Necesito {field} de {who}
            Encuentra {field} de {who}
            ¿Tengo {field} de {who}?
            Estoy buscando {field} de {who}
            Enséñame {field} de {who}
            (Dame|Encuentra|Busca|Muéstrame|Dime|Léeme|Enséñame|Mira) {field} de {who}( por favor|)
            (Necesito|Quiero|He perdido|He olvidado|No encuentro|Me falta) {field} de {who}
            (¿Puedes|¿Podrías|¿Me puedes) (buscar|encontrar|dar|decir) {field} de {who}?
            (¿Cuál es|¿Sabes|¿Recuerdas|Recuérdame|Pásame) {field} de {who}( por favor|)
            """,
        "save_contact": """
            Guarda {field} de {who}: {value}
            Apunta {field} de {who}, es {value}
            Añade {field} de {who}: {value}
            {Field} de {who} es {value}, guárdalo
            Registra {value}, es {field} de {who}
            Anota {field} de {who}: {value}
            Nuevo para {who}, {field}: {value}
            Actualiza {field} de {who}: {value}
            (Guarda|Apunta|Añade|Anota|Registra|Agrega|Pon) {field} de {who}(:|, es| en mis contactos:) {value}
            (Aquí está|Tengo|Este es) {field} de {who}(:|, es) {value}(, guárdalo|, apúntalo|, anótalo)
            (¿Puedes|¿Podrías|¿Me puedes) (guardar|apuntar|añadir|anotar) {field} de {who}? Es {value}
            """,
        "delete_contact": """
            Borra a {who} de mis contactos
            Elimina el contacto {who}
            Quita a {who} de la agenda de contactos
            Saca a {who} de mis contactos
            Ya no necesito el contacto {who}, bórralo
            ¿Puedes eliminar a {who} de mis contactos?
            El contacto {who} puede desaparecer
            Suprime a {who} de mis contactos
            (Borra|Elimina|Quita|Saca|Suprime) (el contacto|la ficha de|la entrada de) {who}
            (Borra|Elimina|Quita|Saca) a {who} (de los contactos|de mi lista de contactos|de la libreta de direcciones)
            (¿Puedes|¿Podrías|¿Me puedes) (borrar|quitar|sacar) a {who} (de mis contactos|de la lista)?
            (Quiero|Necesito) (borrar|quitar|eliminar) (el contacto|la ficha de) {who}
            """,
    }),
)  # fmt: skip
