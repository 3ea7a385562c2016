"""Claims that are too long for CI: `make claims NAME=…`. The last log of each is kept beside it, with date and commit."""
