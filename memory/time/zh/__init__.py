"""Chinese: rules over folded text (simplified, half width), so traditional writing needs none of its own."""
