"""The forms of requests to the bank. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
BALANCE = [
    "What's the balance of my {account}?", "how much is on {account}", "show me what I have on {account}", "check the balance of {account}", "How much money is left on {account}?", "tell me my {account} balance", "What do I have on {account}?",
    "balance of {account}", "look up how much is in {account}", "How much have I got in {account}?", "see what's on {account}", "Is there money on {account}? How much?", "give me the balance for {account}", "read me the {account} balance",
    "I want to know what's on {account}", "check {account}", "How is {account} doing?", "get the current balance of {account}", "How full is {account}?", "find out how much {account} holds", "What is in {account} right now?",
]
SEND = [
    "send {who} {sum}", "transfer {sum} to {who}", "I owe {who} {sum}, send it", "pay {who} {sum}", "wire {sum} to {who}", "give {who} {sum} from my account", "move {sum} over to {who}",
    "send {sum} to {who}", "{who} gets {sum} from me, transfer it", "make a transfer of {sum} to {who}", "can {sum} go to {who}? Send it", "I want to send {who} {sum}", "get {sum} to {who}", "let {who} have {sum}",
    "do a payment of {sum} to {who}", "I need to pay {who} {sum}", "put {sum} through to {who}", "remit {sum} to {who}", "Time to pay {who} the {sum} I owe", "shoot {who} {sum}", "hand {who} {sum} by transfer",
]
SEND_NOTE = [
    "send {who} {sum} with the note {note}", "transfer {sum} to {who}, note: {note}", "pay {who} {sum} and write {note}", "wire {who} {sum}, reference {note}", "send {sum} to {who} saying {note}", "give {who} {sum}, add the words {note}", "I owe {who} {sum}, send it with the text {note}",
    "{sum} to {who}, message {note}", "make a transfer of {sum} to {who} with the reference {note}", "transfer {who} {sum} and put {note} as the note", "send {sum} over to {who}; note {note}", "pay {sum} to {who}, it should say {note}", "get {sum} to {who} with {note} as the message", "do a payment to {who}: {sum}, note {note}",
]
MOVE = [
    "move {sum} from {source} to {to}", "transfer {sum} from {source} to {to}", "put {sum} from {source} into {to}", "shift {sum} out of {source} into {to}", "I'd like {sum} moved from {source} to {to}", "take {sum} from {source} and put it on {to}", "send {sum} from {source} over to {to}",
    "top up {to} with {sum} from {source}", "bring {sum} from {source} to {to}", "fill {to} with {sum} out of {source}", "{sum} from {source} to {to}, move it", "I need {sum} on {to}, take it from {source}", "draw {sum} from {source} for {to}", "place {sum} of {source} into {to}",
    "get {sum} across from {source} to {to}", "book {sum} from {source} to {to}", "save {sum} from {source} in {to}", "Let's move {sum} out of {source} and into {to}", "pass {sum} from {source} on to {to}", "swap {sum} from {source} to {to}", "allocate {sum} from {source} to {to}",
]
BILLS = [
    "What bills do I have to pay?", "show my unpaid bills", "Which bills are open?", "list the bills I owe", "Do I have any bills due?", "check my bills", "What do I still have to pay?",
    "tell me which bills are due", "go through my open bills", "Are there bills waiting?", "see my bills", "What bills came in?", "read me the unpaid bills", "look at what bills are due",
]
PAY = [
    "pay the {biller} bill", "pay my bill from {biller}", "settle the {biller} bill", "take care of the {biller} bill", "The {biller} bill needs paying, do it", "pay {biller}", "clear the bill of {biller}",
    "get the {biller} bill paid", "pay what I owe {biller}", "I want to pay {biller}'s bill", "sort out the {biller} bill and pay it", "pay off the bill from {biller}", "handle the payment for the {biller} bill", "make the payment to {biller} for the bill",
    "please settle what {biller} sent me", "Pay that {biller} invoice", "cover the {biller} bill", "do the {biller} bill", "square the {biller} bill", "finish off the bill with {biller}", "release the {biller} bill for payment",
]
PAY_FROM = [
    "pay the {biller} bill from {source}", "settle {biller} out of {source}", "use {source} to pay the {biller} bill", "pay {biller} with the money on {source}", "take the {biller} bill from {source}", "the {biller} bill goes off {source}, pay it", "pay my bill from {biller} with {source}",
    "clear the {biller} bill using {source}", "pay what I owe {biller} from {source}", "I want {source} to cover the {biller} bill", "charge the {biller} bill to {source} and pay it", "get the {biller} bill paid out of {source}", "pay off {biller} from {source}", "make {source} pay the {biller} bill",
]
FREEZE = [
    "freeze my {card} card", "block the {card} card", "I can't find my {card} card, freeze it", "lock the {card} card for now", "put the {card} card on hold", "stop the {card} card for the moment", "suspend my {card} card",
    "disable the {card} card for the time being", "My {card} card is lost, block it", "make sure nobody uses the {card} card, freeze it", "switch off the {card} card", "freeze the {card} one", "Somebody has my {card} card. Freeze it", "deactivate the {card} card for now",
]
UNFREEZE = [
    "unfreeze my {card} card", "unblock the {card} card", "I found my {card} card, make it work again", "unlock the {card} card", "take the {card} card off hold", "let the {card} card work again", "reactivate my {card} card",
    "enable the {card} card again", "The {card} card is back, unfreeze it", "lift the block on the {card} card", "switch the {card} card back on", "I need the {card} card again, unblock it", "thaw the {card} card", "turn the {card} card on again",
]
LIMIT = [
    "set the limit of my {card} card to {limit}", "change the daily limit of the {card} card to {limit}", "let the {card} card spend {limit} a day", "the {card} card should have a limit of {limit}", "make {limit} the limit of the {card} card", "I want a {limit} limit on the {card} card", "put the {card} card's daily limit at {limit}",
    "limit the {card} card to {limit} per day", "adjust the {card} card limit to {limit}", "give the {card} card a daily limit of {limit}", "No more than {limit} a day on the {card} card, set that", "cap the {card} card at {limit} a day", "update the limit on the {card} card: {limit}", "turn the {card} card limit to {limit}",
]
BUDGET = [
    "set my {category} budget to {limit}", "I want to spend at most {limit} a month on {category}, set a budget", "make a budget of {limit} for {category}", "budget {limit} for {category}", "put the monthly budget for {category} at {limit}", "give {category} a budget of {limit}", "allow {limit} a month for {category}",
    "change the {category} budget to {limit}", "plan {limit} for {category} each month", "my budget for {category} should be {limit}", "cap {category} at {limit} a month", "create a {category} budget: {limit}", "set aside {limit} monthly for {category} as a budget", "limit my {category} budget to {limit}",
]
BUDGET_GONE = [
    "delete the {category} budget", "remove my budget for {category}", "I don't need the {category} budget any more, delete it", "drop the {category} budget", "get rid of the budget for {category}", "cancel the {category} budget", "take the {category} budget away",
    "no more budget for {category}, remove it", "erase the budget of {category}", "scrap my {category} budget", "clear the {category} budget", "end the budget on {category}", "throw out the {category} budget", "The {category} budget can go, delete it",
]
BUDGET_LEFT = [
    "How much of my {category} budget is left?", "what's left for {category} this month", "check the {category} budget", "show me the budget for {category}", "Am I still within the {category} budget?", "how does the {category} budget look", "tell me what remains of the {category} budget",
    "How much can I still spend on {category}?", "look up my {category} budget", "see the state of the {category} budget", "What remains for {category}?", "read me the {category} budget", "get the {category} budget", "Is there anything left in the {category} budget?",
]
SPENT = [
    "How much did I spend on {category}?", "show what went on {category}", "what have I paid for {category}", "list my {category} spending", "add up what I spent on {category}", "tell me my spending on {category}", "What did {category} cost me?",
    "check my card payments for {category}", "sum up {category}", "How much money went into {category}?", "find my payments for {category}", "see what I spent on {category}", "give me the total for {category}", "look at my {category} payments",
]
AT_SHOP = [
    "How much did I pay at {shop}?", "show my payments at {shop}", "what have I spent at {shop}", "list what I paid at {shop}", "find my card payments at {shop}", "What did I leave at {shop}?", "sum up my payments to {shop}",
    "check what {shop} took from my card", "tell me my spending at {shop}", "look up payments at {shop}", "How much went to {shop}?", "add up what I paid {shop}", "see my {shop} payments", "give me the total for {shop}",
]
CARDS = [
    "Which cards do I have?", "show my cards", "list my bank cards", "What's the limit of my cards?", "check my cards", "Are any of my cards frozen?", "tell me about my cards",
    "see my payment cards", "What cards are there?", "read me my cards", "look at the state of my cards", "give me a list of my cards", "How are my cards doing?", "display my bank cards",
]
IBAN = [
    "What's the IBAN of {who}?", "find the account number of {who}", "which IBAN do I have for {who}", "look up {who} among my payees", "show the IBAN for {who}", "Do I have {who}'s IBAN?", "tell me the bank details of {who}",
    "get me {who}'s account number", "read me the IBAN of {who}", "check the payee {who}", "Where does money for {who} go, which IBAN?", "give me the IBAN of the payee {who}", "see what IBAN is saved for {who}", "pull up the bank details of {who}",
]
QUOTE = [
    "What's the price of {share}?", "how is {share} trading", "check the {share} share price", "look up the quote for {share}", "Where does {share} stand?", "get me a quote for {share}", "tell me the price of {share} stock",
    "stock price of {share}", "How much is one share of {share}?", "show the latest price for {share}", "What does {share} trade at?", "quote {share}", "see how {share} stock is doing", "find the share price of {share}",
]
FIRST_BILL = [
    "pay the bill that is due first", "look up which bill is due next and pay it", "pay my most urgent bill", "settle the bill with the earliest due date", "find the bill that's due soonest and pay it", "take care of whichever bill is due first", "Pay the next bill that is due",
    "check which bill comes first and pay that one", "get the first due bill out of the way, pay it", "the bill due soonest: pay it", "pay whatever bill is due next", "see which bill has to be paid first and do it", "clear my next due bill", "handle the most pressing bill and pay it",
]
FOR_BILL = [
    "move what the {biller} bill costs from {source} to {to}", "put the amount of the {biller} bill from {source} on {to}", "look up the {biller} bill and move that much from {source} to {to}", "transfer the sum of the {biller} bill from {source} to {to}", "I need the money for the {biller} bill on {to}, take it from {source}", "shift the {biller} bill's amount out of {source} into {to}", "get as much as {biller} wants from {source} over to {to}",
    "check what {biller} charges and bring that from {source} to {to}", "fill {to} from {source} with what the {biller} bill says", "see the {biller} bill and send its amount from {source} to {to}", "take the {biller} amount from {source}, put it on {to}", "find out the {biller} bill and move exactly that from {source} to {to}", "top up {to} by the {biller} bill, out of {source}", "the {biller} bill's amount should go from {source} to {to}",
]
TWO = [
    "send {a} {sa} and {b} {sb}", "transfer {sa} to {a} and {sb} to {b}", "{a} gets {sa} and {b} gets {sb}, send both", "pay {a} {sa} and also {b} {sb}", "I owe {a} {sa} and {b} {sb}, transfer that", "wire {sa} to {a}, and {sb} to {b}", "two transfers: {sa} to {a}, {sb} to {b}",
    "send {sa} to {a}. Then {sb} to {b}", "give {a} {sa} and {b} {sb}", "make payments of {sa} to {a} and {sb} to {b}", "let {a} have {sa} and {b} {sb}", "move {sa} to {a} plus {sb} to {b}", "both of these: {sa} for {a} and {sb} for {b}, send them", "get {sa} to {a} and {sb} to {b}",
]
NO_SUM = [
    "send some money to {who}", "transfer money to {who}", "I want to pay {who} back", "make a transfer to {who}", "{who} needs money from me, send it", "pay {who}", "wire something to {who}",
    "send {who} a payment", "do a transfer for {who}", "give {who} some money", "I need to send {who} money", "get some money to {who}", "let {who} have some money", "start a payment to {who}",
]
BEYOND = [
    "apply for a mortgage", "open a new account for my son", "buy ten shares of {share}", "order a new {card} card", "change the PIN of my {card} card", "exchange 200 into yen", "I want to close {account}",
    "increase my overdraft", "sell all my {share} shares", "dispute the last payment", "set up a standing order for the rent", "order a cheque book", "take out a loan of 5000", "change my address at the bank",
]
# fmt: on
