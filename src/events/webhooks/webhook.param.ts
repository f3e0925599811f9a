import { notFound } from '../../common/domain-error';
import { uuidParam } from '../../common/uuid-param';

export const webhookNotFound = notFound('webhook_not_found', 'Webhook');
export const deliveryNotFound = notFound('delivery_not_found', 'Delivery');

export const WebhookId = uuidParam('webhook_id', 'Id of the webhook', webhookNotFound);
export const DeliveryId = uuidParam('delivery_id', 'Id of the delivery', deliveryNotFound);
