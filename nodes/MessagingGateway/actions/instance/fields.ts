import type { Fields } from '../../descriptions/output';

/** The fields of an instance (specification: Instance; webhookSecret is an addition). */
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
		'webhookSecret',
		'webhookUrl',
	],
	simplified: ['id', 'name', 'status', 'phone', 'profileName', 'webhookUrl', 'createdAt', 'lastSeenAt'],
};

/** The fields of an instance's status (specification: Additional fields of the status endpoint). */
export const instanceStatusFields: Fields = {
	all: [...instanceFields.all, 'connectedAt', 'health', 'qrCode', 'qrCodeExpiresAt', 'stats'].sort(),
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
