import { timestamp } from '../../domain/clock.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import {
	nextInstanceStatus,
	type DisconnectReason,
	type InstanceTransition,
} from '../../domain/instances/instance.ts';
import type { NetworkProfile, PasskeyRequest } from '../../network/network-event.ts';
import { recordEvent } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstance, updateInstance } from '../../store/instances/instances.ts';
import { insertStatusChange } from '../../store/instances/status-changes.ts';
import type { InstanceRow } from '../../store/schema.ts';

/** Clears what a person needs to link a device. */
const NO_LINKING = {
	qr_code: null,
	qr_expires_at: null,
	pairing_code: null,
	pairing_phone: null,
	passkey_request: null,
} as const;

/** Records a new QR code (a data URI): status `qr_pending`, event `instance.qr_updated`. */
export async function recordQr(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	qr: { qrCode: string; expiresAt: number },
	now: number,
): Promise<void> {
	const before = await changeStatus(scope, { instanceId, at: now }, 'qr_shown', {
		...NO_LINKING,
		method: 'qrcode',
		qr_code: qr.qrCode,
		qr_expires_at: qr.expiresAt,
	});
	if (before === null) return;
	const data = { instanceId, qrCode: qr.qrCode, expiresAt: timestamp(qr.expiresAt) };
	await recordEvent(scope, newId, { kind: 'instance.qr_updated', data }, now);
}

/** Records a new pairing code: status `qr_pending`, no event. */
export async function recordPairingCode(
	scope: CommitScope,
	instanceId: InstanceId,
	{ code, expiresAt }: { code: string; expiresAt: number },
	now: number,
): Promise<void> {
	await changeStatus(scope, { instanceId, at: now }, 'qr_shown', {
		method: 'qrcode',
		qr_code: null,
		passkey_request: null,
		pairing_code: code,
		qr_expires_at: expiresAt,
	});
}

/** Records that the network waits for a passkey; the status stays. */
export async function recordPasskeyRequest(
	{ db, emit }: CommitScope,
	instanceId: InstanceId,
	request: PasskeyRequest,
): Promise<void> {
	await updateInstance(db, instanceId, { passkey_request: JSON.stringify(request) });
	emit({ kind: 'instance_changed', instanceId });
}

/** Records that a connection is being opened without a QR code: status `connecting`, no event. */
export async function recordConnecting(
	scope: CommitScope,
	instanceId: InstanceId,
	now: number,
): Promise<void> {
	await changeStatus(scope, { instanceId, at: now }, 'connection_opening', NO_LINKING);
}

/** Records the connection of an instance as `profile`: status and event `connected`, the event once until it disconnects. */
export async function recordConnected(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	profile: NetworkProfile,
	now: number,
): Promise<void> {
	const before = await changeStatus(scope, { instanceId, at: now }, 'connected', {
		...NO_LINKING,
		phone: profile.phone,
		profile_name: profile.profileName,
		profile_pic_url: profile.profilePicUrl,
		disconnect_reason: null,
		connected_at: now,
		last_seen_at: now,
	});
	if (before === null || !isReported(before)) return;
	const data = { instanceId, phone: profile.phone, profileName: profile.profileName };
	await recordEvent(scope, newId, { kind: 'instance.connected', data }, now);
}

/**
 * Whether the connection of an instance needs an event: the instance was never connected, or the last event reported
 * that it was not. After a restart or a short loss of the connection, the last event reported that it was connected.
 */
function isReported({ status, connected_at: connectedAt, disconnect_reason: reason }: InstanceRow): boolean {
	return status === 'qr_pending' || connectedAt === null || reason !== null;
}

/** Records the end of a connection: status `disconnected`, event `instance.disconnected` with its reason. */
export async function recordDisconnected(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	{ reason, explanation }: { reason: DisconnectReason; explanation?: string },
	now: number,
): Promise<void> {
	const before = await changeStatus(scope, { instanceId, at: now }, 'disconnected', {
		...NO_LINKING,
		disconnect_reason: reason,
	});
	if (before === null) return;
	const data = { instanceId, reason, ...(explanation === undefined ? {} : { message: explanation }) };
	await recordEvent(scope, newId, { kind: 'instance.disconnected', data }, now);
}

/** Changes the status of an instance, and records when; returns the instance before it, or null where its status does not allow it. */
async function changeStatus(
	{ db, emit }: CommitScope,
	{ instanceId, at }: { instanceId: InstanceId; at: number },
	kind: InstanceTransition,
	changes: Partial<Omit<InstanceRow, 'id' | 'status'>>,
): Promise<InstanceRow | null> {
	const instance = await findInstance(db, instanceId);
	const status = instance === undefined ? null : nextInstanceStatus(instance.status, kind);
	if (instance === undefined || status === null) return null;
	await updateInstance(db, instanceId, { ...changes, status });
	if (status !== instance.status) {
		const reason = changes.disconnect_reason ?? null;
		await insertStatusChange(db, instanceId, { at, status, reason });
	}
	emit({ kind: 'instance_changed', instanceId });
	return instance;
}
