"""An online shop: catalogue, cart, orders, returns and exchanges."""
