"""How people ask for work with invoices, receipts and orders."""

from __future__ import annotations

from botpsy.tasksets.phone.forms import Forms

INVOICES = Forms(
    [
        "Pay the open invoices of project {project} in {folder}: transfer each amount to the firm with the invoice "
        "number as the note, then move the paid files to {paid}{make}. Write a note called {note} with the numbers, "
        "the amounts and the total, and tell me the total.",
        "In {folder} there are invoices. Those for {project} that are still open have to be paid by bank transfer, "
        "with the invoice number as note. Put the files you paid into {paid}{make}, and keep numbers, amounts and "
        "the sum in a note named {note}. How much is it in all?",
        "Please settle what project {project} owes: go through the invoices in {folder}, send each firm its money if "
        "the invoice is open (number in the transfer's note), move these files into {paid}{make}, and sum up "
        "numbers, amounts and total in a note {note}. Tell me the total, too.",
        "Look at the invoices in {folder}. Every open one for {project} gets paid from the bank, invoice number as "
        "the transfer's note, and then belongs in {paid}{make}. I also need a note {note} listing number and amount "
        "of each and the total, which you tell me as well.",
        "Time to pay bills. For project {project} only, transfer what the open invoices in {folder} ask for, noting "
        "the number with each transfer; file the paid ones under {paid}{make}; write number, amount and total into a "
        "note called {note}; tell me the total.",
        "The {project} invoices in {folder} that nobody has paid yet: please transfer the money to each firm and "
        "give the invoice number as note. Their files go to {paid}{make} afterwards. A note titled {note} should "
        "hold numbers, amounts and the overall sum, and I'd like to hear that sum.",
        "I want the unpaid invoices of {project} off my desk. You find them in {folder}. Bank transfer to the "
        "issuer, reference is the invoice number, file moved to {paid}{make}. Record all numbers with their amounts "
        "and the total under the note {note} and answer with the total.",
        "Do the payments for {project}: read the invoices in {folder}, transfer the open ones' amounts to their "
        "firms (note: invoice number), put the files of the paid ones in {paid}{make}, and write number, amount and "
        "total into a note {note}. What's the total?",
        "Which invoices of {project} in {folder} are open? Pay them from the bank, each with its number as note, "
        "move them to {paid}{make}, note numbers, amounts and total as {note}, and let me know the total.",
        "Empty {folder} of what project {project} still has to pay: bank transfer to the firm, with the number of "
        "the invoice as note; file into {paid}{make}. A note called {note} shall list the numbers, the amounts and "
        "the sum. Tell me the sum.",
        "The bookkeeping for {project}, please. All open invoices in {folder} are to be paid by transfer (invoice "
        "number in the note) and to be moved to {paid}{make}. Summary in a note named {note}: numbers, amounts, "
        "total. And say the total.",
        "See what's unpaid for {project} in {folder} and pay it. The transfers carry the invoice number as their "
        "note. What's paid moves to {paid}{make}. Then write {note}, a note with each number, each amount and the "
        "total, and answer with the total.",
        "For {project}, the bills in {folder} have to be dealt with as far as they are open: money to the firm by "
        "transfer with the number in the note, file to {paid}{make}. Numbers and amounts plus the total go in a note "
        "called {note}. What did we pay in total?",
        "Make the transfers that project {project} owes according to the invoices in {folder}. Only open ones. The "
        "note of each transfer is the invoice number. Afterwards these files lie in {paid}{make}, and a note {note} "
        "says which numbers, which amounts and how much altogether. I want to know how much, too.",
    ],
    [
        "(Pay|Settle|Take care of) (the open|all open|the unpaid) invoices (of project|for|of) {project} (in|from) "
        "{folder}: (transfer|send) each amount to the firm with the invoice number as note, move the paid files to "
        "{paid}{make}, (and write|then write) a note {note} with numbers, amounts and total. Tell me the total.",
        "(Go through|Check|Look at) the invoices in {folder} and pay (those|the ones) of project {project} that are "
        "open, with the invoice number as the transfer's note. (Then move|Move) the paid files to {paid}{make}, "
        "write numbers, amounts and total in a note {note}, and tell me the total.",
    ],
)

EXPENSES = Forms(
    [
        "Prepare my expenses for the trip to {city}: the receipts are in {folder}. Only what I paid with my own "
        "money and not for private use counts. Write those with their amounts and the total into {file}, move their "
        "receipts to {claimed}{make}, mail {who} the total, and remind me of the claim on {day} at 10:00.",
        "Go through the receipts in {folder}. Business costs that I paid out of my own pocket go into a new file "
        "{file} with amounts and total; move these receipts to {claimed}{make}. Then mail the total to {who}, and "
        "set a reminder about the claim for {day} at 10:00.",
        "I have to claim my costs in {city}. Read the receipts in {folder}, leave out private things and whatever "
        "the company card paid, list the rest with amounts and the sum in {file}, put those receipts into "
        "{claimed}{make}, send {who} a mail with the sum, and remind me of the claim at 10:00 on {day}.",
        "Please do the expense report for {city}. From {folder}, take the business receipts that I paid myself: "
        "their amounts and total into {file}, the receipts themselves into {claimed}{make}. {who} gets the total by "
        "mail, and I get a reminder of the claim on {day} at 10:00.",
        "Expenses, {city}: sort {folder}. What is private or was paid by company card stays there. The others move "
        "to {claimed}{make} and are listed with amounts and total in {file}. Mail {who} how much it is and remind me "
        "of the claim on {day} at 10:00.",
        "My own spending for the company in {city} is on the receipts in {folder}, mixed with private ones and some "
        "that the company card covered. Make {file} with the amounts to be refunded and their total, move these "
        "receipts to {claimed}{make}, tell {who} the total by mail, and set a reminder of the claim at 10:00 on "
        "{day}.",
        "Could you get my refund for {city} going? Everything is in {folder}; refundable is what was for business "
        "and came out of my own pocket. I need {file} with each amount and the total, these receipts in "
        "{claimed}{make}, a mail to {who} that states the total, and a reminder of the claim for {day} at 10:00.",
        "Claim time for {city}: in {folder} are the receipts. What was business and came from my own money goes, "
        "with amounts and sum, into the new file {file}; its receipts go into {claimed}{make}. Then mail {who} the "
        "sum, and a reminder of the claim on {day} at 10:00, please.",
        "From the receipts in {folder}, find those for business that I paid with my own money. Put amounts and total "
        "in {file}, put the receipts in {claimed}{make}, mail {who} the total, and set a reminder of the claim, "
        "{day} at 10:00.",
        "Help me to get back what I spent in {city}. Receipts: {folder}. Not refundable: private ones and what the "
        "company card paid. Refundable: into {file} with amounts and total, receipts to {claimed}{make}. Mail the "
        "total to {who} and remind me of the claim at 10:00 on {day}.",
        "Make the claim for {city} from {folder}. I want {file} with every business cost I paid myself, its amount, "
        "and the total. The receipts of these move to {claimed}{make}. {who} is to get the total by mail. Remind me "
        "of the claim on {day} at 10:00.",
        "Split the receipts in {folder} for me: business and paid by myself on one side, the rest on the other. The "
        "first kind goes to {claimed}{make} and into {file} with amounts and total. Send the total to {who} by mail, "
        "then set a reminder of the claim for 10:00 on {day}.",
        "The {city} receipts in {folder} need to be handed in, as far as they are for business and I paid them from "
        "my own money. Create {file}, listing the amounts and their total. Move those receipts to {claimed}{make}. "
        "Mail the total to {who}. Reminder of the claim: {day}, 10:00.",
        "Work out what the company owes me for {city}. In {folder}, only receipts marked as business and paid with "
        "my money matter: write their amounts and the total to {file} and shift them to {claimed}{make}. After this "
        "mail {who} the total and have me reminded of the claim on {day} at 10:00.",
    ],
    [
        "(Prepare|Do|Put together) my expense claim for {city} from the receipts in {folder}: only business costs "
        "that I paid (myself|with my own money). (List them|Write them) with amounts and total in {file}, move those "
        "receipts to {claimed}{make}, mail {who} the total, and remind me of the claim on {day} at 10:00.",
        "(My expenses|My costs) for {city} are in {folder}. (Take|Pick) the business receipts paid with my own "
        "money, write amounts and total into {file}, (put|move) them into {claimed}{make}, mail {who} the total and "
        "(set a reminder|remind me) of the claim for {day} at 10:00.",
    ],
)

ORDER = Forms(
    [
        "Order what is open on the {list} list from the shop, one of each. What is out of stock you leave out, and "
        "what is in the cart but not on the list comes out first. Tick off what you ordered, text {who} the total, "
        "and tell me what was not to be had.",
        "Please buy the things on the {list} list in the shop, one each. Nothing else may be ordered, so clear other "
        "things from the cart; skip what isn't in stock. Then tick the ordered ones off, send {who} the order's "
        "total by text, and say what is missing.",
        "Place a shop order for everything still open on my {list} list, a single piece of each. The cart may hold "
        "things that aren't on it: remove those. Out of stock? Leave it on the list and tell me. Tick off the rest "
        "and text {who} what it came to.",
        "I need the open items of the {list} list from the shop, one of each, and only these, so check the cart "
        "before you order. Whatever cannot be had stays on the list, and I want to know it. Mark the others as done "
        "and text {who} the total.",
        "Do the {list} order: take all open things on that list from the shop if in stock, take anything else out of "
        "the cart, place the order, tick off what's ordered, text the total to {who} and tell me what is sold out.",
        "The {list} list needs shopping: put one of each open thing into the cart, take out what was there and is "
        "not on the list, order, and tick off what you got. If something is sold out, tell me and keep it on the "
        "list. {who} should get the total in a text.",
        "Get me the things from the {list} list at the shop. One piece each; sold-out things remain on the list and "
        "I'd like to hear which; strangers in the cart must go before the order is placed. After that tick off the "
        "ordered things and write {who} a text with the sum.",
        "Shop for the {list} list: one of each open thing that is in stock. The order may have nothing else in it, "
        "so look into the cart first. Tick off what's ordered, text {who} how much it was in all, and tell me what "
        "they didn't have.",
        "See what's open on the list {list} and order it in the shop, one piece of each. If something is sold out, "
        "leave it open and report it to me. Other things in the cart have to go. Ticks on the list for the ordered "
        "ones, a text with the total for {who}.",
        "Can you get the {list} list done? That means ordering a single one of everything open, taking whatever else "
        "lies in the cart out of it, skipping sold-out things and naming them to me, ticking off the rest, and "
        "texting {who} the total.",
        "Let's order for the {list} list. One of each open item, provided the shop has it. The cart should have "
        "these and no others when you order. Then tick them off, send {who} a text with what it cost, and tell me "
        "which one is not available.",
        "Order from the shop what's not ticked on the {list} list, each once. Anything foreign in the cart: out. "
        "Anything out of stock: stays open, and you tell me. What you ordered: ticked. The total: by text to {who}.",
        "Have a look at the {list} list and buy one of every open thing at the shop. Before ordering, remove from "
        "the cart what isn't wanted. What the shop doesn't have stays open, say which. Ordered things get ticked "
        "off, and {who} a text with the amount.",
        "My {list} list still has open things on it. Order them, one of each, and nothing that isn't among them, "
        "even if it's in the cart now. Tick what was ordered. Tell {who} the total in a text. And tell me what the "
        "shop has run out of.",
    ],
    [
        "(Order|Buy|Get) (what is open|everything open|the open things) on (the|my) {list} list from the shop, one "
        "of each, and nothing else: (remove|take out) whatever else is in the cart. Skip what is out of stock and "
        "tell me. Tick off what you ordered and text {who} the total.",
        "(Please order|Order|Could you order) one of each open thing on the {list} list, leaving out what the shop "
        "does not have, which you tell me. (Nothing else may be in the cart|Take everything else out of the cart "
        "first). Then tick off what is ordered and text {who} the total.",
    ],
)

TELL_TOTAL = Forms(
    [
        "Now text {who} the total.",
        "And send {who} the total in a text message.",
        "Thanks. {who} should know the total, text it please.",
        "Good. Let {who} have the total by text.",
        "One more thing: {who} wants to hear the total, in a text.",
        "Fine, then write {who} a text with the total.",
        "Great, please message {who} what it was in all.",
    ],
    [
        "(Thanks|Good|Great|Fine), (now |please |)(text|message) {who} (the total|what it came to|the sum).",
    ],
)
