import { GatewayError } from '../domain/error.ts';
import type { InstanceId } from '../domain/ids.ts';
import { recordConnecting } from '../inbound/record-connection.ts';
import type { Connections } from '../network/connections.ts';
import type { OfficialCredentials } from '../network/driver.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findInstance, updateInstance } from '../store/instances/instances.ts';
import type { Db, InstanceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { instanceOrThrow } from './find.ts';

/** Puts down, in the audit log, who does it. */
export type WriteAudit = (scope: CommitScope) => Promise<void>;

/**
 * Begins to connect an instance by QR code, and gives it as it is then: `qr_pending` with the code on show. An
 * instance whose code is on show already is given as it is. Throws instance_not_found,
 * instance_already_connected. (Specification, POST /v1/instances/{instanceId}/connect.)
 */
export async function connectByQrCode(
	store: Store,
	connections: Connections,
	id: string,
	note: WriteAudit,
): Promise<InstanceRow> {
	const instance = await unconnectedInstanceOrThrow(store.read, id);
	if (instance.status === 'connecting') return instance;
	// What follows happens at the network: nothing of it may go without a note.
	if (instance.status === 'disconnected') await store.commit(note);
	await unlessDeleted(store, id, () => connections.link(instance.id));
	return currentInstance(store, connections, instance.id);
}

/**
 * Connects an instance through the official API, and gives it as it is then: through `connecting` to `connected`.
 * The driver verifies the credentials first, and keeps what it needs of them in the instance's session. Throws
 * instance_not_found, instance_already_connected, invalid_credentials, provider_verification_required.
 * (Specification, POST /v1/instances/{instanceId}/connect.)
 */
export async function connectOfficially(
	store: Store,
	connections: Connections,
	id: string,
	credentials: OfficialCredentials,
	note: WriteAudit,
): Promise<InstanceRow> {
	const instance = await unconnectedInstanceOrThrow(store.read, id);
	const opening = (): Promise<void> =>
		store.commit(async (scope) => {
			await recordConnecting(scope, instance.id);
			await updateInstance(scope.db, instance.id, { method: 'official' });
			await note(scope);
		});
	await unlessDeleted(store, id, () => connections.connectOfficial(instance.id, credentials, opening));
	return currentInstance(store, connections, instance.id);
}

/** Throws instance_not_found for whatever goes wrong because the instance was deleted meanwhile. */
async function unlessDeleted(store: Store, id: string, connect: () => Promise<void>): Promise<void> {
	try {
		await connect();
	} catch (error) {
		await instanceOrThrow(store.read, id);
		throw error;
	}
}

/** The instance as it is now. One that was deleted meanwhile does not stay connected: throws instance_not_found. */
async function currentInstance(store: Store, connections: Connections, id: InstanceId): Promise<InstanceRow> {
	const instance = await findInstance(store.read, id);
	if (instance === undefined) await unlessDeleted(store, id, () => connections.disconnect(id));
	return instance ?? instanceOrThrow(store.read, id);
}

async function unconnectedInstanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	const instance = await instanceOrThrow(db, id);
	if (instance.status !== 'connected') return instance;
	throw new GatewayError(
		'instance_already_connected',
		`The instance "${instance.name}" is connected already, as ${instance.phone ?? 'an unknown number'}. There is nothing to do.`,
	);
}
