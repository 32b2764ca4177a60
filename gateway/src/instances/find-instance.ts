import { GatewayError } from '../domain/error.ts';
import type { Connections } from '../network/connections/connections.ts';
import type { NetworkConnection } from '../network/driver.ts';
import {
	findInstance,
	findInstanceWithWebhook,
	type InstanceWithWebhook,
} from '../store/instances/instances.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** Returns the instance with the id of a path. Throws instance_not_found. */
export async function instanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	return (await findInstance(db, id)) ?? throwInstanceNotFound();
}

/** Returns the instance with the id of a path, with its own webhook. Throws instance_not_found. */
export async function instanceWithWebhookOrThrow(db: Db, id: string): Promise<InstanceWithWebhook> {
	return (await findInstanceWithWebhook(db, id)) ?? throwInstanceNotFound();
}

/**
 * Returns the instance with the id of a body or query, and its connection. Throws invalid_instance for an unknown id, and
 * instance_disconnected while it is not connected.
 */
export async function connectionOrThrow(
	db: Db,
	connections: Connections,
	id: string,
): Promise<{ instance: InstanceRow; connection: NetworkConnection }> {
	const instance = await namedInstanceOrThrow(db, id);
	const connection = connections.get(instance.id);
	if (connection !== null) return { instance, connection };
	throw notConnected(instance);
}

/**
 * Returns the connection of an instance that is connected through the official API, which templates require. Throws
 * invalid_instance, official_api_required, instance_disconnected.
 */
export async function officialConnectionOrThrow(
	db: Db,
	connections: Connections,
	id: string,
): Promise<NetworkConnection> {
	const instance = await namedInstanceOrThrow(db, id);
	if (instance.method !== 'official') {
		throw new GatewayError(
			'official_api_required',
			`Only the official API has templates, and the instance "${instance.name}" is not connected by it. Connect one with method "official".`,
		);
	}
	const connection = connections.get(instance.id);
	if (connection === null) throw notConnected(instance);
	return connection;
}

/** The error of an operation that requires a connected instance. */
export function notConnected(instance: InstanceRow): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then try again.`,
	);
}

/** Returns the instance with the id of a body or query. Throws invalid_instance. */
export async function namedInstanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	return (await findInstance(db, id)) ?? throwInvalidInstance();
}

/** Throws the error for an unknown instance id of a body or query. */
export function throwInvalidInstance(): never {
	throw new GatewayError(
		'invalid_instance',
		'There is no instance with this instanceId. List yours with GET /v1/instances.',
	);
}

/** Throws the error for an unknown instance id of a path. */
export function throwInstanceNotFound(): never {
	throw new GatewayError(
		'instance_not_found',
		'There is no instance with this id. List yours with GET /v1/instances.',
	);
}
