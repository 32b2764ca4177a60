import type { Fields } from '../../descriptions/output';

const listed = [
	'collect',
	'events',
	'failingSince',
	'filter',
	'id',
	'instanceId',
	'lastDeliveryAt',
	'lastDeliveryStatus',
	'name',
	'ordered',
	'pauseReason',
	'pausedAt',
	'ratePerSecond',
	'status',
	'url',
];

const simplified = [
	'id',
	'name',
	'url',
	'instanceId',
	'events',
	'status',
	'lastDeliveryAt',
	'lastDeliveryStatus',
	'failingSince',
	'pauseReason',
];

const simplifiedInVersion1 = ['id', 'name', 'url', 'instanceId', 'events', 'status', 'lastDeliveryStatus'];

/** The fields of a webhook in the list (specification: Webhooks; the settings and failures are additions). */
export const webhookListFields: Fields = { all: listed, simplified, simplifiedInVersion1 };

/** The fields of one webhook. Simplified leaves out the secret. */
export const webhookFields: Fields = {
	all: [...listed, 'createdAt', 'previousSecretExpiresAt', 'secret'].sort(),
	simplified,
	simplifiedInVersion1: [...simplifiedInVersion1, 'lastDeliveryAt', 'createdAt'],
};
