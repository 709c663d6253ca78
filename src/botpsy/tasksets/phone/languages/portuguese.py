"""Portuguese."""
# ruff: noqa: E501

from __future__ import annotations

from botpsy.tasksets.phone.languages.language import Language, forms_of

PORTUGUESE = Language(
    code="pt",
    name="Portuguese",
    days={
        "hoje": "today", "amanhã": "tomorrow", "depois de amanhã": "the day after tomorrow", "na segunda": "Monday",
        "na terça": "Tuesday", "na quarta-feira": "Wednesday", "na quinta": "Thursday", "na sexta-feira": "Friday",
        "no sábado": "Saturday", "no domingo": "Sunday", "na próxima terça": "next Tuesday",
        "na próxima sexta": "next Friday", "daqui a três dias": "in 3 days", "daqui a uma semana": "in a week",
        "no dia 14 de maio": "14 May", "em 2 de junho": "2 June",
    },
    weeks={"esta semana": "this week", "na próxima semana": "next week", "neste fim de semana": "this weekend"},
    sharp=("às {h}h", "às {h} horas", "às {h}:00"),
    clock=("às {h}h{m}", "às {h}:{m}"),
    moment="{day} {time}",
    meet=("almoço com {who}", "jantar com {who}", "café com {who}", "reunião com {who}", "tênis com {who}",
          "ligação com {who}", "caminhada com {who}", "cinema com {who}", "futebol com {who}", "lanche com {who}"),
    plans=("dentista", "cabeleireiro", "aula de ioga", "revisão do carro", "clube de leitura", "coral",
           "fisioterapia", "reunião de pais", "vacina", "aula de piano", "visita ao museu", "exame de sangue"),
    lengths={"30 minutos": "30 minutes", "uma hora": "one hour", "duas horas": "two hours", "meia hora": "half an hour",
             "45 minutos": "45 minutes", "três horas": "3 hours"},
    fields={"o número": "phone", "o telefone": "phone", "o e-mail": "email", "o endereço de e-mail": "email",
            "a data de nascimento": "birthday", "a morada": "address"},
    forms=forms_of({
        "create": """
            Adicione {what} {w}
            Coloque {what} na minha agenda {w}
            Anote {what} {w}
            Tenho {what} {w}, adicione por favor
            {What} {w}
            Marque {what} {w}
            Pode anotar {what} {w}?
            Crie um evento para {what} {w}
            (Adicione|Coloque|Anote|Marque|Agende|Inclua|Ponha|Salve) {what} (na agenda|no calendário|na minha agenda) {w}
            (Pode|Poderia|Você pode) (adicionar|marcar|agendar|incluir|colocar) {what} {w}?
            (Quero|Preciso|Gostaria de) (marcar|agendar|anotar) {what} {w}
            """,
        "list": """
            O que eu tenho {day}?
            Mostre minha agenda {day}
            Estou livre {day}?
            Quais compromissos eu tenho {day}?
            Tenho alguma coisa {day}?
            Minha agenda {day}, por favor
            O que há marcado {day}?
            Leia meus compromissos {day}
            (Mostre|Diga|Leia|Veja|Confira|Verifique) (a agenda|o calendário|meus compromissos|meus eventos|meus planos) {day}
            (Que|Quais) (compromissos|eventos|reuniões|planos) tenho {day}?
            (Estou|Estarei|Vou estar) (ocupado|livre|disponível) {day}?
            (Há|Tenho) (algo|algum compromisso|alguma reunião) {day}?
            """,
        "move": """
            Mova "{event}": {to}
            Mude "{event}", agora é {to}
            "{event}" passa para {to}, atualize
            Adie "{event}": {to}
            Pode mover "{event}"? Novo horário: {to}
            Mude a hora de "{event}": {to}
            "{event}" será {to}, corrija
            Melhor deixar "{event}" {to}
            (Mova|Mude|Adie|Passe|Transfira|Antecipe|Remarque) "{event}"(, agora é|: melhor|, que seja) {to}
            (Pode|Poderia|Você pode) (colocar|remarcar|deixar) "{event}" {to}?
            (Afinal|Agora|No fim) "{event}" é {to}(, mude|, corrija|)
            """,
        "rename": """
            Renomeie "{event}" para "{title}"
            Mude o título de "{event}" para "{title}"
            "{event}" deve se chamar "{title}"
            Chame "{event}" de "{title}"
            Dê a "{event}" o nome "{title}"
            O novo título de "{event}" é "{title}"
            Troque o título "{event}" por "{title}"
            Pode renomear "{event}"? Será "{title}"
            (Mude|Altere|Corrija|Atualize|Troque) o (título|nome) de "{event}" (para|por) "{title}"
            (Quero|Gostaria|Prefiro) que "{event}" se chame "{title}"(| a partir de agora| agora)
            (Agora|A partir de hoje) "{event}" se chama "{title}"
            (Poderia|Você pode) (renomear|chamar) "{event}" como "{title}"?
            """,
        "place": """
            "{event}" é em {place}, anote
            Coloque {place} como local de "{event}"
            O local de "{event}" é {place}
            Mude o local de "{event}": {place}
            Adicione o local {place} a "{event}"
            "{event}" acontece em {place}, anote
            Indique {place} para "{event}"
            A gente se encontra em {place} para "{event}", anote
            (Coloque|Indique|Adicione|Anote|Salve|Ponha) {place} como (local|lugar|endereço) (de|para) "{event}"
            (O lugar|O local|A sala) de "{event}" (é|será|muda, é) {place}
            """,
        "length": """
            "{event}" dura {length}, corrija
            Faça "{event}" durar {length}
            Mude a duração de "{event}": {length}
            Reserve {length} para "{event}"
            "{event}" vai durar {length}
            A duração de "{event}" é de {length}
            Deixe "{event}" com {length}
            Alongue ou encurte "{event}": {length}
            (Mude|Altere|Corrija|Ajuste|Defina|Ponha) a duração de "{event}" (para|em|:) {length}
            (Reserve|Bloqueie|Calcule|Separe|Guarde) {length} para "{event}"
            (Quero|Preciso de|São) {length} para "{event}"
            (Agora|Na verdade) "{event}" (dura|leva|vai levar) {length}
            (Ajuste|Deixe|Amplie|Reduza) "{event}" para {length}
            """,
        "delete": """
            Apague "{event}"
            Cancele "{event}"
            Tire "{event}" da agenda
            "{event}" foi cancelado, apague
            Exclua "{event}"
            Não posso ir a "{event}", cancele
            Remova "{event}" do calendário
            Pode apagar "{event}"?
            (Apague|Cancele|Tire|Exclua|Remova|Elimine|Desmarque) "{event}" (da agenda|do calendário|por favor)
            (Pode|Poderia|Você pode) (cancelar|tirar|excluir|remover|desmarcar) "{event}"?
            "{event}" (não vai acontecer|foi suspenso|não existe mais), (apague|tire|exclua)
            """,
        "invite": """
            Convide {who} para "{event}"
            Envie um convite a {who} para "{event}"
            Adicione {who} a "{event}"
            {who} vem a "{event}", convide
            Coloque {who} entre os convidados de "{event}"
            Chame {who} para "{event}"
            Quero {who} em "{event}", mande o convite
            Pode convidar {who} para "{event}"?
            (Adicione|Coloque|Inclua|Ponha|Anote) {who} (entre os|na lista de) (convidados|participantes) de "{event}"
            (Envie|Mande|Faça) (um|o) convite de "{event}" para {who}
            (Quero|Preciso|Gostaria de) (convidar|incluir) {who} em "{event}"
            (Poderia|Você pode) (convidar|chamar|incluir) {who} para "{event}"?
            """,
        "find_contact": """
            Me dê {field} de {who}
            Procure {field} de {who}
            Você tem {field} de {who}?
            Preciso de {who}: {field}
            Encontre {field} de {who}
            Eu tenho {field} de {who}?
            Estou procurando {field} de {who}
            Mostre {field} de {who}
            (Me dê|Encontre|Procure|Mostre|Diga|Leia|Veja|Ache) {field} de {who}( por favor|)
            (Preciso saber|Quero|Perdi|Esqueci|Não acho|Me falta) {field} de {who}
            (Pode|Poderia|Você pode) (procurar|encontrar|me dar|me dizer) {field} de {who}?
            (Qual é|Você sabe|Lembra|Passe) {field} de {who}?
            """,
        "save_contact": """
            Salve {field} de {who}: {value}
            Anote {field} de {who}, é {value}
            Adicione {field} de {who}: {value}
            {Field} de {who} é {value}, salve
            Registre {value}, é {field} de {who}
            Guarde {field} de {who}: {value}
            Novo para {who}, {field}: {value}
            Atualize {field} de {who}: {value}
            (Salve|Anote|Adicione|Guarde|Registre|Inclua|Ponha) {field} de {who}(:|, é| nos contatos:) {value}
            (Aqui está|Tenho|Este é) {field} de {who}(:|, é) {value}(, salve|, anote|, guarde)
            (Pode|Poderia|Você pode) (salvar|anotar|adicionar|guardar) {field} de {who}? É {value}
            """,
        "delete_contact": """
            Apague {who} dos contatos
            Exclua o contato {who}
            Tire {who} da lista de contatos
            Remova {who} dos meus contatos
            Não preciso mais do contato {who}, apague
            Pode excluir {who} dos contatos?
            O contato {who} pode sumir
            Elimine {who} dos contatos
            (Apague|Exclua|Tire|Remova|Elimine) (o contato|a ficha de|a entrada de) {who}
            (Apague|Exclua|Tire|Remova) {who} (dos contatos|da minha lista de contatos|da agenda telefônica)
            (Pode|Poderia|Você pode) (apagar|tirar|remover) {who} (dos contatos|da lista)?
            (Quero|Preciso) (apagar|tirar|excluir) (o contato|a ficha de) {who}
            """,
    }),
)  # fmt: skip
