"""Tools and schemas: which to call, and with what."""
