"""Lives of invented people, written day by day, and what Today shows of them."""
