"""How the tasks of an event loop wait."""

import asyncio
from asyncio import Lock, sleep

__all__ = ["Lock", "acquired", "sleep"]


async def acquired(lock: Lock, seconds: float) -> bool:
    """False when others held it for so long."""
    try:
        return await asyncio.wait_for(lock.acquire(), seconds)
    except asyncio.TimeoutError:
        return False
