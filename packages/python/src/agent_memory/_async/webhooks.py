"""Where the service sends events."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import models
from .._call import Call, path_of
from ..fields import DeliveryFields, WebhookChange, WebhookFields
from .transport import AsyncTransport

_ALL = "/api/v2/webhooks"


class AsyncWebhooks:
    """Where the service sends events. Needs this machine or the management credential."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, url: str, **fields: Unpack[WebhookFields]) -> models.Webhook:
        """Sends events to a URL. Its `secret`, which signs them, is only in this answer."""
        call = Call("POST", _ALL, body={"url": url, **fields}, is_repeated_only_when_refused=True)
        return await self._transport.request(call, models.Webhook)

    async def list(self) -> models.WebhookList:
        """All of them, newest first."""
        return await self._transport.request(Call("GET", _ALL), models.WebhookList)

    async def update(self, webhook_id: str, **fields: Unpack[WebhookChange]) -> models.Webhook:
        """Changes the given fields; `status="active"` lets a paused one go on. Raises NotFound."""
        call = Call("PATCH", path_of(_ALL + "/{}", webhook_id), body=fields)
        return await self._transport.request(call, models.Webhook)

    async def delete(self, webhook_id: str) -> None:
        """Removes it with its deliveries. Raises NotFound."""
        call = Call("DELETE", path_of(_ALL + "/{}", webhook_id))
        async for _ in self._transport.lines(call, None):
            pass

    async def deliveries(self, webhook_id: str, **fields: Unpack[DeliveryFields]) -> models.DeliveryPage:
        """A page of what was sent, newest first; `next_cursor` is None on the last one. Raises NotFound."""
        call = Call("GET", path_of(_ALL + "/{}/deliveries", webhook_id), query=fields)
        return await self._transport.request(call, models.DeliveryPage)

    async def redeliver(self, webhook_id: str, delivery_id: str) -> models.Delivery:
        """Sends one again, with the same `webhook-id`. Raises NotFound."""
        path = path_of(_ALL + "/{}/deliveries/{}/redeliver", webhook_id, delivery_id)
        return await self._transport.request(Call("POST", path), models.Delivery)
