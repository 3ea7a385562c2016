"""Recall quality: conversations with questions whose answers' turns are known, asked over HTTP."""
