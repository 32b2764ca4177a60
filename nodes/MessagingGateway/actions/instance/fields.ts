import type { Fields } from '../../descriptions/output';

/** The fields of an instance (specification: Instance; webhookId and webhookSecret are additions). */
export const instanceFields: Fields = {
	all: [
		'createdAt',
		'id',
		'lastSeenAt',
		'name',
		'phone',
		'profileName',
		'profilePicUrl',
		'settings',
		'status',
		'webhookEvents',
		'webhookId',
		'webhookSecret',
		'webhookUrl',
	],
	simplified: ['id', 'name', 'status', 'phone', 'profileName', 'webhookUrl', 'createdAt', 'lastSeenAt'],
};

/** The list leaves out the events and the secret of the webhook URL (specification: List instances). */
const UNLISTED = ['webhookEvents', 'webhookId', 'webhookSecret'];

/** The fields of an instance in the list. */
export const instanceListFields: Fields = {
	all: instanceFields.all.filter((name) => !UNLISTED.includes(name)),
	simplified: instanceFields.simplified,
};

const ALL_OF_STATUS = [
	...instanceFields.all,
	'capabilities',
	'connectedAt',
	'disconnectReason',
	'health',
	'lastReceivedAt',
	'pairingCode',
	'pairingCodeExpiresAt',
	'passkeyRequest',
	'qrCode',
	'qrCodeExpiresAt',
	'restriction',
	'stats',
].sort();

/** The fields of an instance's status (specification: Additional fields of the status endpoint, and additions). */
export const instanceStatusFields: Fields = {
	all: ALL_OF_STATUS,
	simplified: [
		'id',
		'name',
		'status',
		'phone',
		'profileName',
		'disconnectReason',
		'pairingCode',
		'lastReceivedAt',
		'restriction',
		'stats',
	],
};

/** The Simplified output of nodes of version 1. */
export const instanceStatusFieldsOfVersion1: Fields = {
	all: ALL_OF_STATUS,
	simplified: [
		'id',
		'name',
		'status',
		'phone',
		'profileName',
		'connectedAt',
		'qrCodeExpiresAt',
		'stats',
		'health',
	],
};

/** The fields of an instance's health over a period (an addition); the intervals are for a chart. */
export const instanceHealthFields: Fields = {
	all: ['connected', 'failed', 'interval', 'intervals', 'period', 'received', 'sent', 'since', 'statuses'],
	simplified: ['period', 'since', 'connected', 'sent', 'received', 'failed', 'statuses'],
};
