import { GatewayError } from '../domain/error.ts';
import type { Connections } from '../network/connections.ts';
import type { NetworkConnection } from '../network/driver.ts';
import {
	findInstance,
	findInstanceWithWebhook,
	type InstanceWithWebhook,
} from '../store/instances/instances.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** The instance a path names. Throws instance_not_found. */
export async function instanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	return (await findInstance(db, id)) ?? instanceNotFound();
}

/** The same with its own webhook. Throws instance_not_found. */
export async function instanceWithWebhookOrThrow(db: Db, id: string): Promise<InstanceWithWebhook> {
	return (await findInstanceWithWebhook(db, id)) ?? instanceNotFound();
}

/**
 * The connection of the instance that a body or query names. Throws invalid_instance where there is no such
 * instance, instance_disconnected where it is not connected at the moment.
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
 * The same for an instance that is connected through the official API, as templates need it. Throws
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

/** What is answered where only a connected instance can help. */
export function notConnected(instance: InstanceRow): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		`The instance "${instance.name}" is disconnected. Connect it with POST /v1/instances/${instance.id}/connect, then try again.`,
	);
}

/** What is answered where an instance has no such chat. */
export function noSuchChat(): GatewayError {
	return new GatewayError(
		'chat_not_found',
		'The instance has no chat with this id. List its chats with GET /v1/messages/chats.',
	);
}

/** The instance that a body or query names. Throws invalid_instance. */
export async function namedInstanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	return (await findInstance(db, id)) ?? throwInvalidInstance();
}

/** What is answered where a body or query names an instance that is not there. */
export function throwInvalidInstance(): never {
	throw new GatewayError(
		'invalid_instance',
		'There is no instance with this instanceId. List yours with GET /v1/instances.',
	);
}

/** What is answered where a path names an instance that is not there. */
export function instanceNotFound(): never {
	throw new GatewayError(
		'instance_not_found',
		'There is no instance with this id. List yours with GET /v1/instances.',
	);
}
