/** States of an instance (specification, States and transitions). */
export const INSTANCE_STATUSES = ['connected', 'disconnected', 'connecting', 'qr_pending'] as const;
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

/** How an instance is connected; null until it first was. */
export const CONNECT_METHODS = ['qrcode', 'official'] as const;
export type ConnectMethod = (typeof CONNECT_METHODS)[number];

/** Why an instance is disconnected; `logged_out` is the specification's, the others are additions. */
export const DISCONNECT_REASONS = [
	'logged_out',
	'user_request',
	'replaced',
	'banned',
	'connection_lost',
	'credentials_revoked',
	'provider_verification_required',
	// The network takes this version of the program no more.
	'client_outdated',
] as const;
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number];

/** What moves an instance from one state to another. */
export type InstanceTransition = 'qr_shown' | 'connection_opening' | 'connected' | 'disconnected';

const MOVES: Record<InstanceStatus, Partial<Record<InstanceTransition, InstanceStatus>>> = {
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
	// A restart of the gateway finds instances `connected` and opens their connections again.
	connected: { connection_opening: 'connecting', disconnected: 'disconnected' },
};

/** The state a move leads to, or null where the move is not allowed from this state. */
export function nextInstanceStatus(status: InstanceStatus, move: InstanceTransition): InstanceStatus | null {
	return MOVES[status][move] ?? null;
}

/** Whether messages may be accepted: the connection stands, or is being opened again after a restart. */
export function acceptsMessages(status: InstanceStatus): boolean {
	return status === 'connected' || status === 'connecting';
}
