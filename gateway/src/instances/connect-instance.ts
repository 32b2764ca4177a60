import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { InstanceStatus } from '../domain/instances/instance.ts';
import { recordConnecting } from '../inbound/account/record-connection.ts';
import type { Connections } from '../network/connections/connections.ts';
import type { OfficialCredentials } from '../network/driver.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import type { Fence } from '../store/cluster/leases.ts';
import { findInstance, updateInstance } from '../store/instances/instances.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { connectBy, type ConnectFields } from './connect-request.ts';
import { throwInstanceNotFound, instanceOrThrow } from './find-instance.ts';
import { throwIfOfficial } from './qr-code.ts';

export interface ConnectionDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	connections: Connections;
	/** Throws LeaseLost for an instance whose lease another gateway holds. */
	fence: Fence;
}

/** An instance that is connected or connecting. */
export type ConnectingInstance = InstanceRow & { status: Exclude<InstanceStatus, 'disconnected'> };

/** Writes the change to the audit log. */
type WriteAudit = (scope: CommitScope) => Promise<void>;

/**
 * Starts to connect an instance by the method of the request, and returns the updated instance. Throws
 * invalid_parameters, instance_not_found, official_api_instance, instance_already_connected, invalid_credentials,
 * provider_verification_required, and service_unavailable when the network closed the connection at once.
 * (Specification, POST /v1/instances/{instanceId}/connect.)
 */
export async function connectInstance(
	deps: ConnectionDeps,
	id: string,
	request: ConnectFields,
	actor: string,
): Promise<ConnectingInstance> {
	const by = connectBy(request);
	const at = deps.clock.now();
	const details = { method: request.method };
	const act = { action: 'instance.connecting' as const, target: id, details };
	const writeAudit: WriteAudit = ({ db }) => recordAudit(db, deps.newId, { actor, at }, act);
	const instance =
		by.method === 'official'
			? await connectOfficially(deps, id, by.credentials, writeAudit)
			: await linkDevice(deps, id, by.method === 'pairing_code' ? by.phone : null, writeAudit);
	const { status } = instance;
	if (status !== 'disconnected') return { ...instance, status };
	throw new GatewayError('service_unavailable', 'The network ended the connection. Try again.', {
		retryAfter: 5,
	});
}

/**
 * Requests a QR code from the network, or a pairing code for a phone: the instance becomes `qr_pending`, unless it is
 * `connecting`. A request for the other kind of code replaces the one that is shown.
 */
async function linkDevice(
	{ store, connections }: ConnectionDeps,
	id: string,
	pairingPhone: string | null,
	writeAudit: WriteAudit,
): Promise<InstanceRow> {
	throwIfOfficial(await instanceOrThrow(store.read, id));
	const instance = await unconnectedInstanceOrThrow(store.read, id);
	if (instance.status === 'connecting') return instance;
	if (pairingPhone !== null) {
		const able = connections.capabilitiesOf({ id: instance.id, method: 'qrcode' });
		if (able?.has('pairing_codes') === false) throw noPairingCodes();
	}
	const isOther = instance.status === 'qr_pending' && instance.pairing_phone !== pairingPhone;
	if (isOther) await connections.drop(instance.id);
	// The network changes the status later, so the audit log is written first.
	if (isOther || instance.status === 'disconnected') {
		await store.commit(async (scope) => {
			await updateInstance(scope.db, instance.id, { pairing_phone: pairingPhone });
			await writeAudit(scope);
		});
	}
	await unlessDeleted(store, id, () => connections.link(instance.id, { pairingPhone }));
	return currentInstance(store, connections, instance.id);
}

/**
 * Connects through the official API: the instance becomes `connecting`, then `connected`. The driver first verifies the
 * credentials, and stores the parts that it needs in the instance's session.
 */
async function connectOfficially(
	{ store, clock, connections, fence }: ConnectionDeps,
	id: string,
	credentials: OfficialCredentials,
	writeAudit: WriteAudit,
): Promise<InstanceRow> {
	const instance = await unconnectedInstanceOrThrow(store.read, id);
	const connecting = (): Promise<void> =>
		store.commit(async (scope) => {
			await fence(scope, [instance.id]);
			await recordConnecting(scope, [instance.id], clock.now());
			await updateInstance(scope.db, instance.id, { method: 'official' });
			await writeAudit(scope);
		});
	await unlessDeleted(store, id, () => connections.connectOfficial(instance.id, credentials, connecting));
	return currentInstance(store, connections, instance.id);
}

/** Runs a step. When it fails and the instance was deleted meanwhile, throws instance_not_found instead. */
async function unlessDeleted(store: Store, id: string, step: () => Promise<void>): Promise<void> {
	try {
		await step();
	} catch (error) {
		await instanceOrThrow(store.read, id);
		throw error;
	}
}

/**
 * Returns the current row of an instance. Disconnects an instance that was deleted meanwhile, and throws
 * instance_not_found.
 */
async function currentInstance(store: Store, connections: Connections, id: InstanceId): Promise<InstanceRow> {
	const instance = await findInstance(store.read, id);
	if (instance === undefined) await unlessDeleted(store, id, () => connections.disconnect(id));
	return instance ?? instanceOrThrow(store.read, id);
}

async function unconnectedInstanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	if (instance.deleting_at !== null) throwInstanceNotFound();
	if (instance.status !== 'connected') return instance;
	throw new GatewayError(
		'instance_already_connected',
		`The instance "${instance.name}" is already connected as ${instance.phone ?? 'an unknown number'}. There is nothing to do.`,
	);
}

function noPairingCodes(): GatewayError {
	return new GatewayError(
		'invalid_method',
		'The network links no device by a pairing code. Connect with the method "qrcode".',
	);
}
