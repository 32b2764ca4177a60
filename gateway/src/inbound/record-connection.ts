import { timestamp } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { nextInstanceStatus, type DisconnectReason, type InstanceTransition } from '../domain/instance.ts';
import type { NetworkProfile } from '../network/driver.ts';
import { recordEvent } from '../store/events/events.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findInstance, updateInstance } from '../store/instances/instances.ts';
import type { InstanceRow } from '../store/schema.ts';

const NO_QR = { qr_code: null, qr_expires_at: null } as const;

/** A new QR code is on show: `qr_pending`, event instance.qr_updated. `qrCode` is a data URI. */
export async function recordQr(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	qr: { qrCode: string; expiresAt: number },
	now: number,
): Promise<void> {
	const before = await move(scope, instanceId, 'qr_shown', {
		method: 'qrcode',
		qr_code: qr.qrCode,
		qr_expires_at: qr.expiresAt,
	});
	if (before === null) return;
	const data = { instanceId, qrCode: qr.qrCode, expiresAt: timestamp(qr.expiresAt) };
	await recordEvent(scope, newId, { kind: 'instance.qr_updated', data }, now);
}

/** The connection is being opened without a QR code on show; there is no event for that. */
export async function recordConnecting(scope: CommitScope, instanceId: InstanceId): Promise<void> {
	await move(scope, instanceId, 'connection_opening', NO_QR);
}

/** The instance is connected as `profile`: event instance.connected, once until it is disconnected. */
export async function recordConnected(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	profile: NetworkProfile,
	now: number,
): Promise<void> {
	const before = await move(scope, instanceId, 'connected', {
		...NO_QR,
		phone: profile.phone,
		profile_name: profile.profileName,
		profile_pic_url: profile.profilePicUrl,
		disconnect_reason: null,
		connected_at: now,
		last_seen_at: now,
	});
	if (before === null || !isNews(before)) return;
	const data = { instanceId, phone: profile.phone, profileName: profile.profileName };
	await recordEvent(scope, newId, { kind: 'instance.connected', data }, now);
}

/**
 * Whether anybody would learn something from hearing that the instance is connected: it never was before, or something
 * else was told meanwhile. After a restart, or a connection that was lost for a moment, nothing was.
 */
function isNews({ status, connected_at: connectedAt, disconnect_reason: reason }: InstanceRow): boolean {
	return status === 'qr_pending' || connectedAt === null || reason !== null;
}

/** The connection is over: event instance.disconnected with the reason, and what is said about it. */
export async function recordDisconnected(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	{ reason, explanation }: { reason: DisconnectReason; explanation?: string },
	now: number,
): Promise<void> {
	const before = await move(scope, instanceId, 'disconnected', { ...NO_QR, disconnect_reason: reason });
	if (before === null) return;
	const data = { instanceId, reason, ...(explanation === undefined ? {} : { message: explanation }) };
	await recordEvent(scope, newId, { kind: 'instance.disconnected', data }, now);
}

/** Makes a move with the changes that belong to it; gives the instance as it was, null where its state does not allow it. */
async function move(
	{ db, emit }: CommitScope,
	instanceId: InstanceId,
	kind: InstanceTransition,
	changes: Partial<Omit<InstanceRow, 'id' | 'status'>>,
): Promise<InstanceRow | null> {
	const instance = await findInstance(db, instanceId);
	const status = instance === undefined ? null : nextInstanceStatus(instance.status, kind);
	if (instance === undefined || status === null) return null;
	await updateInstance(db, instanceId, { ...changes, status });
	emit({ kind: 'instance_changed', instanceId });
	return instance;
}
