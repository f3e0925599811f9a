"""Adapters for agent frameworks: each module needs its framework, and is imported only when used."""
