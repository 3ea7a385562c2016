"""Topics that change: read by the noun of the topic and the type of the value, whatever the verb between them.

A budget is money beside a budget's noun, a deadline a date beside what is handed in. However it is worded, it lands in one
slot, so that the new value replaces the old one, an exception ends by itself, and a correction finds what it corrects.
"""
