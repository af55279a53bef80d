"""What the course costs. Run by hand: `make bench`. Nothing here is a test."""
