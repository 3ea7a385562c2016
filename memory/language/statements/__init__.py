"""Patterns that read clauses. Each topic is a module per language; `tables.py` lists them in order of precedence."""
