import { timestamp } from '../../domain/clock.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import {
	nextInstanceStatus,
	type DisconnectReason,
	type InstanceTransition,
} from '../../domain/instances/instance.ts';
import type { NetworkProfile, PasskeyRequest } from '../../network/network-event.ts';
import { recordEvent, recordEvents, type Occurrence } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstances, updateInstance, updateInstances } from '../../store/instances/instances.ts';
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

/** Records that connections are being opened without a QR code: status `connecting`, no event. */
export async function recordConnecting(
	scope: CommitScope,
	instanceIds: readonly InstanceId[],
	now: number,
): Promise<void> {
	await changeStatuses(scope, { instanceIds, at: now }, 'connection_opening', NO_LINKING);
}

/** An instance that has connected, and the profile of its account. */
export interface ConnectedInstance {
	instanceId: InstanceId;
	profile: NetworkProfile;
}

/**
 * Records that instances have connected: status and event `connected`, the event once until an instance disconnects.
 * Many connect at the same time after a start and after the end of another gateway, mostly with the profile of before.
 */
export async function recordConnected(
	scope: CommitScope,
	newId: NewId,
	connected: readonly ConnectedInstance[],
	now: number,
): Promise<void> {
	const profiles = new Map(connected.map(({ instanceId, profile }) => [instanceId, profile]));
	const before = await changeStatuses(scope, { instanceIds: [...profiles.keys()], at: now }, 'connected', {
		...NO_LINKING,
		disconnect_reason: null,
		connected_at: now,
		last_seen_at: now,
	});
	const events: Occurrence[] = [];
	for (const [instanceId, profile] of profiles) {
		const instance = before.get(instanceId);
		if (instance === undefined) continue;
		const columns = profileColumns(profile);
		if (!isSameProfile(instance, columns)) await updateInstance(scope.db, instanceId, columns);
		if (!needsConnectedEvent(instance)) continue;
		const data = { instanceId, phone: profile.phone, profileName: profile.profileName };
		events.push({ event: { kind: 'instance.connected', data }, at: now });
	}
	await recordEvents(scope, newId, events);
}

type ProfileColumns = Pick<InstanceRow, 'phone' | 'profile_name'> &
	Partial<Pick<InstanceRow, 'profile_pic_url'>>;

function profileColumns({ phone, profileName, profilePicUrl }: NetworkProfile): ProfileColumns {
	const picture = profilePicUrl === undefined ? {} : { profile_pic_url: profilePicUrl };
	return { phone, profile_name: profileName, ...picture };
}

function isSameProfile(instance: InstanceRow, columns: ProfileColumns): boolean {
	const names = Object.keys(columns) as (keyof ProfileColumns)[];
	return names.every((column) => instance[column] === columns[column]);
}

/**
 * Whether the connection of an instance needs an event: the instance was never connected, or the last event reported
 * that it was not. After a restart or a short loss of the connection, the last event reported that it was connected.
 */
function needsConnectedEvent({
	status,
	connected_at: connectedAt,
	disconnect_reason: reason,
}: InstanceRow): boolean {
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

type InstanceChanges = Partial<Omit<InstanceRow, 'id' | 'status'>>;

/** Changes the status of one instance; see changeStatuses(). Returns the instance before it, or null. */
async function changeStatus(
	scope: CommitScope,
	{ instanceId, at }: { instanceId: InstanceId; at: number },
	kind: InstanceTransition,
	changes: InstanceChanges,
): Promise<InstanceRow | null> {
	const before = await changeStatuses(scope, { instanceIds: [instanceId], at }, kind, changes);
	return before.get(instanceId) ?? null;
}

/** Changes the status of instances, and records when. Returns those whose status allowed it, as they were before. */
async function changeStatuses(
	{ db, emit }: CommitScope,
	{ instanceIds, at }: { instanceIds: readonly InstanceId[]; at: number },
	kind: InstanceTransition,
	changes: InstanceChanges,
): Promise<Map<InstanceId, InstanceRow>> {
	const before = new Map<InstanceId, InstanceRow>();
	const found = await findInstances(db, instanceIds);
	const byNextStatus = Map.groupBy(found.values(), ({ status }) => nextInstanceStatus(status, kind));
	for (const [status, instances] of byNextStatus) {
		if (status === null) continue;
		for (const instance of instances) before.set(instance.id, instance);
		await updateInstances(
			db,
			instances.map(({ id }) => id),
			{ ...changes, status },
		);
		const changed = instances.filter((instance) => instance.status !== status);
		await insertStatusChange(
			db,
			changed.map(({ id }) => id),
			{ at, status, reason: changes.disconnect_reason ?? null },
		);
	}
	for (const instanceId of before.keys()) emit({ kind: 'instance_changed', instanceId });
	return before;
}
