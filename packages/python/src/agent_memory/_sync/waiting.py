"""How threads wait."""

from threading import Lock
from time import sleep

__all__ = ["Lock", "acquired", "sleep"]


def acquired(lock: Lock, seconds: float) -> bool:
    """False when others held it for so long."""
    return lock.acquire(timeout=seconds)
