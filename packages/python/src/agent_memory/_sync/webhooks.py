# Made from ../_async/webhooks.py by scripts/generate.py.
"""Where the service sends events."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import models
from .._call import Call, path_of
from ..fields import DeliveryFields, WebhookChange, WebhookFields
from .transport import Transport

_ALL = "/api/v2/webhooks"


class Webhooks:
    """Where the service sends events. Needs this machine or the management credential."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, url: str, **fields: Unpack[WebhookFields]) -> models.Webhook:
        """Sends events to a URL. Its `secret`, which signs them, is only in this answer."""
        call = Call("POST", _ALL, body={"url": url, **fields}, is_repeated_only_when_refused=True)
        return self._transport.request(call, models.Webhook)

    def list(self) -> models.WebhookList:
        """All of them, newest first."""
        return self._transport.request(Call("GET", _ALL), models.WebhookList)

    def update(self, webhook_id: str, **fields: Unpack[WebhookChange]) -> models.Webhook:
        """Changes the given fields; `status="active"` lets a paused one go on. Raises NotFound."""
        call = Call("PATCH", path_of(_ALL + "/{}", webhook_id), body=fields)
        return self._transport.request(call, models.Webhook)

    def delete(self, webhook_id: str) -> None:
        """Removes it with its deliveries. Raises NotFound."""
        call = Call("DELETE", path_of(_ALL + "/{}", webhook_id))
        for _ in self._transport.lines(call, None):
            pass

    def deliveries(self, webhook_id: str, **fields: Unpack[DeliveryFields]) -> models.DeliveryPage:
        """A page of what was sent, newest first; `next_cursor` is None on the last one. Raises NotFound."""
        call = Call("GET", path_of(_ALL + "/{}/deliveries", webhook_id), query=fields)
        return self._transport.request(call, models.DeliveryPage)

    def redeliver(self, webhook_id: str, delivery_id: str) -> models.Delivery:
        """Sends one again, with the same `webhook-id`. Raises NotFound."""
        path = path_of(_ALL + "/{}/deliveries/{}/redeliver", webhook_id, delivery_id)
        return self._transport.request(Call("POST", path), models.Delivery)
