"""Servers on this machine that speak the protocols of model providers."""
