"""The forms of requests to the shop. Places 5 and 6 of every seven are held out for dev and test; new forms go to the end."""

from __future__ import annotations

# fmt: off
SEARCH = [
    "search the shop for {query}", "find {query} in the shop", "Do you sell {query}?", "look for {query} in the shop", "What {query} do they have in the shop?", "show me {query} from the shop", "see whether the shop has {query}",
    "I'm looking for {query} to buy", "check the shop for {query}", "go shopping for {query}, what is there", "browse {query} in the shop", "Is there {query} in the shop?", "what does the shop have in the way of {query}", "hunt for {query} in the shop",
]
UNDER = [
    "find something for {category} under {price}", "What {category} things cost less than {price}?", "show me {category} products up to {price}", "search {category} with at most {price}", "I have {price} for something from {category}, what is there", "look for {category} products below {price}", "list {category} items for no more than {price}",
    "anything from {category} for under {price}", "look through {category}, not above {price}", "Which {category} products can I get for {price}?", "browse {category} up to {price}", "filter {category} by a top price of {price}", "check {category} for things under {price}", "get me {category} offers below {price}",
]
DETAILS = [
    "What does the {product} cost?", "tell me about the {product}", "show the details of the {product}", "Is the {product} in stock?", "look at the {product}", "How much is the {product}?", "read me what it says about the {product}",
    "give me the details for the {product}", "check the {product} in the shop", "What is there to know about the {product}?", "see the {product} page", "I want to know more about the {product}", "open the {product} in the shop", "describe the {product} for me",
]
ADD = [
    "put the {product} in my cart", "add a {product} to the cart", "I'll take the {product}, put it in the cart", "add the {product} to my basket", "cart the {product}", "place a {product} in the cart", "drop the {product} into my shopping cart",
    "I want the {product}, into the cart with it", "stick a {product} in my basket", "get the {product} into the cart", "toss a {product} in the cart", "throw the {product} in my cart", "One {product} for the cart", "have the {product} added to the cart",
]
ADD_OPTION = [
    "put the {product} in {option} in my cart", "add a {product}, {option}, to the cart", "I'll take the {product} in {option}, put it in the cart", "add the {option} {product} to my basket", "cart the {product} ({option})", "place a {product} in {option} in the cart", "drop the {option} {product} into my shopping cart",
    "I want the {product} in {option}, into the cart with it", "stick a {product}, {option}, in my basket", "get the {option} {product} into the cart", "toss the {product} in {option} in the cart", "throw a {option} {product} in my cart", "One {product} in {option} for the cart", "have the {product} added in {option}",
]
ADD_MANY = [
    "put {n} of the {product} in my cart", "add {n} x {product} to the cart", "I need {n} pieces of the {product} in the cart", "add the {product} {n} times to my basket", "cart {n} of the {product}", "place {n} of the {product} in the cart", "drop {n} of the {product} into my shopping cart",
    "I want {n} of the {product}, into the cart", "stick {n} of the {product} in my basket", "get {n} of the {product} into the cart", "toss the {product} in the cart, {n} of it", "throw {n} of the {product} in my cart", "{n} of the {product} for the cart", "have {n} of the {product} added to the cart",
]
CART = [
    "What's in my cart?", "show my shopping cart", "list what I have in the basket", "check my cart", "read me my cart", "How much is my cart?", "go over what's in the cart",
    "What do I have in the basket?", "open my cart", "tell me the total of my cart", "see the cart", "look into my shopping cart", "What's the sum in my cart?", "display the basket",
]
COUNT = [
    "change the {product} in the cart to {n}", "make it {n} of the {product} in my cart", "I want {n} of the {product} instead", "set the quantity of the {product} to {n}", "update the {product} to {n} in the basket", "let there be {n} of the {product} in the cart", "turn the number of {product} into {n}",
    "correct the {product} to {n} in my cart", "I need {n} of the {product} after all, change it", "adjust the {product} quantity to {n}", "put the {product} count at {n}", "the cart should have {n} of the {product}", "switch the {product} to {n} in the cart", "have {n} of the {product} in the basket instead",
]
REMOVE = [
    "take the {product} out of my cart", "remove the {product} from the cart", "I don't want the {product} any more, take it out", "delete the {product} from my basket", "drop the {product} from the cart", "get the {product} out of the cart", "throw the {product} out of my basket",
    "leave out the {product}, remove it from the cart", "kick the {product} out of the cart", "clear the {product} from my cart", "no {product} after all, take it off", "strike the {product} from the cart", "empty the {product} out of my cart", "scratch the {product} from the basket",
]
CHECK_OUT = [
    "order what's in my cart", "check out", "place the order", "buy everything in the cart", "I'm done shopping, place my order", "send off the order for my cart", "complete the purchase",
    "buy what is in the basket", "go ahead and order my cart", "make the order", "order it all", "finish and buy the cart", "submit the order from my cart", "That's everything, order it",
]
ORDERS = [
    "What have I ordered?", "show my orders", "list my shop orders", "Which orders do I have?", "check my orders at the shop", "read me my orders", "go through my shop orders",
    "What did I buy lately?", "see my orders", "tell me about my orders", "look up my orders", "Are there any orders of mine?", "open my order list", "display my shop orders",
]
TRACK = [
    "Where is my order {number}?", "track order {number}", "What's the state of order {number}?", "check order {number}", "Has order {number} been sent?", "tell me where order {number} is", "look up order {number}",
    "see how order {number} is doing", "status of order {number}", "Is order {number} on its way?", "follow order {number}", "find out about order {number}", "How far is order {number}?", "give me news of order {number}",
]
CALL_OFF = [
    "cancel order {number}", "I don't want order {number} any more, cancel it", "call off order {number}", "stop order {number}", "withdraw order {number}", "take back order {number}", "drop my order {number}",
    "please cancel my shop order {number}", "get order {number} cancelled", "scrap order {number}", "abort order {number}", "Order {number} is not needed any more, call it off", "undo order {number}", "revoke order {number}",
]
BACK = [
    "send the {product} back", "return the {product}", "I want my money back for the {product}", "start a return for the {product}", "give the {product} back", "take the {product} back, I want a refund", "get a refund for the {product}",
    "I'd like to return the {product}", "begin the return of the {product}", "set up a return of the {product}", "ship the {product} back", "The {product} goes back, return it", "refund the {product}", "file a return for the {product}",
]
BACK_WHY = [
    "send the {product} back: {reason}", "return the {product}, reason: {reason}", "start a return for the {product} because of this: {reason}", "give the {product} back, {reason}", "take back the {product}; {reason}", "I want to return the {product} ({reason})", "get a refund for the {product} with the reason {reason}",
    "I'd like to return the {product}, {reason}", "begin a return of the {product} and give as the reason {reason}", "ship the {product} back, write {reason}", "The {product} goes back: {reason}", "refund the {product}, {reason}", "file a return for the {product}: {reason}", "set up a return of the {product}, note {reason}",
]
SWAP = [
    "exchange the {product} for {option}", "swap the {product} for one in {option}", "I need the {product} in {option} instead, exchange it", "change the {product} I got to {option}", "trade the {product} for {option}", "get me the {product} in {option} in exchange", "send back the {product} for one in {option}",
    "I want {option} instead for the {product} I bought", "replace my {product} with {option}", "turn the {product} I ordered into {option}, swap it", "let me have the {product} in {option} instead of what came", "make an exchange of the {product} for {option}", "The {product} should be {option}, exchange it", "switch the delivered {product} to {option}",
]
CHEAPEST = [
    "put the cheapest thing from {category} in my cart", "find the cheapest {category} product and add it to the cart", "look for the lowest price in {category} and put that in the cart", "get me whatever is cheapest in {category}, into the cart", "add the least expensive {category} item to my basket", "search {category} and cart the cheapest one", "which {category} product costs least? Add it to the cart",
    "the cheapest from {category} goes into my cart", "take the lowest priced {category} thing and cart it", "check {category} for the best price and add that one", "cart the cheapest item of {category}", "pick the cheapest {category} product for my basket", "see what's cheapest in {category} and put it in the cart", "from {category}, add the cheapest to the cart",
]
NO_OPTION = [
    "put the {product} in my cart", "add a {product} to the cart", "I'll take the {product}", "cart the {product}", "get the {product} into the cart", "add the {product} to my basket", "drop the {product} into my shopping cart",
    "I want the {product}, put it in the cart", "stick a {product} in my basket", "place a {product} in the cart", "toss a {product} in the cart", "have the {product} added to the cart", "One {product} for the cart", "throw the {product} in my cart",
]
NO_ITEM = [
    "put something in my cart", "I want to return something", "add a thing to the cart", "take something out of my cart", "I need to exchange something", "change a quantity in the cart", "send something back",
    "remove one of the things from my cart", "return one of my purchases", "I'd like something added to the basket", "swap something I bought", "set a different quantity", "give something back to the shop", "cancel one of my orders",
]
BEYOND = [
    "write a review for the {product}", "apply a discount code to my cart", "pay with my gift card", "change the delivery address of order {number}", "gift wrap the {product}", "add the {product} to my wish list", "call the courier of order {number}",
    "compare the {product} with other shops", "subscribe to the shop's newsletter", "ask the seller about the {product}", "print the invoice of order {number}", "rate the {product} with five stars", "sell my old {product}", "set a price alarm for the {product}",
]
# fmt: on
