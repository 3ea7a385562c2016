"""English: rules over lower-cased text."""
