import type { Fields } from '../../descriptions/output';

const listed = [
	'events',
	'id',
	'instanceId',
	'lastDeliveryAt',
	'lastDeliveryStatus',
	'name',
	'status',
	'url',
] as const;

const simplified = ['id', 'name', 'url', 'instanceId', 'events', 'status', 'lastDeliveryStatus'];

/** The fields of a webhook in the list (specification: Webhooks). */
export const webhookListFields: Fields = { all: listed, simplified };

/** The fields of one webhook. Simplified leaves out the secret. */
export const webhookFields: Fields = {
	all: ['createdAt', ...listed.slice(0, 6), 'secret', ...listed.slice(6)],
	simplified: [...simplified, 'lastDeliveryAt', 'createdAt'],
};
