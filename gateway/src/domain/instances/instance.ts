/** States of an instance (specification, States and transitions). */
export const INSTANCE_STATUSES = ['connected', 'disconnected', 'connecting', 'qr_pending'] as const;
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

/** The method by which an instance is connected to its network. */
export const CONNECT_METHODS = ['qrcode', 'official'] as const;
export type ConnectMethod = (typeof CONNECT_METHODS)[number];

/**
 * The method by which a client requests a connection. A device that is linked by a pairing code is like one linked by a QR
 * code.
 */
export const CONNECT_REQUESTS = [...CONNECT_METHODS, 'pairing_code'] as const;
export type ConnectRequest = (typeof CONNECT_REQUESTS)[number];

/** The reason of a disconnection: `logged_out` is from the specification, the others are additions. */
export const DISCONNECT_REASONS = [
	'logged_out',
	'user_request',
	'replaced',
	'banned',
	'connection_lost',
	'credentials_revoked',
	'provider_verification_required',
	// The network no longer accepts this version of the client.
	'client_outdated',
] as const;
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number];

/** The changes of an instance's status. */
export type InstanceTransition = 'qr_shown' | 'connection_opening' | 'connected' | 'disconnected';

const TRANSITIONS: Record<InstanceStatus, Partial<Record<InstanceTransition, InstanceStatus>>> = {
	disconnected: { qr_shown: 'qr_pending', connection_opening: 'connecting' },
	qr_pending: {
		qr_shown: 'qr_pending',
		connection_opening: 'connecting',
		connected: 'connected',
		disconnected: 'disconnected',
	},
	connecting: {
		connection_opening: 'connecting',
		qr_shown: 'qr_pending',
		connected: 'connected',
		disconnected: 'disconnected',
	},
	// After a restart the gateway finds instances `connected` and reopens their connections.
	connected: { connection_opening: 'connecting', disconnected: 'disconnected' },
};

/** The status after a transition; null where the current status does not allow it. */
export function nextInstanceStatus(
	status: InstanceStatus,
	transition: InstanceTransition,
): InstanceStatus | null {
	return TRANSITIONS[status][transition] ?? null;
}

/** Whether the gateway accepts messages: the connection is open, or is being reopened after a restart. */
export function acceptsMessages(status: InstanceStatus): boolean {
	return status === 'connected' || status === 'connecting';
}

/** Longest name of an account's own profile, in characters: WhatsApp's limit. */
export const PROFILE_NAME_LIMIT = 25;
/** Longest text of an account's own profile, in characters: WhatsApp's limit. */
export const ABOUT_LIMIT = 139;
