import { GatewayError } from '../domain/error.ts';
import { findInstance, findInstanceWithWebhook, type InstanceWithWebhook } from '../store/instances.ts';
import type { Db, InstanceRow } from '../store/schema.ts';

/** The instance a path names. Throws instance_not_found. */
export async function instanceOrThrow(db: Db, id: string): Promise<InstanceRow> {
	return (await findInstance(db, id)) ?? notFound();
}

/** The same with its own webhook. Throws instance_not_found. */
export async function instanceWithWebhookOrThrow(db: Db, id: string): Promise<InstanceWithWebhook> {
	return (await findInstanceWithWebhook(db, id)) ?? notFound();
}

function notFound(): never {
	throw new GatewayError(
		'instance_not_found',
		'There is no instance with this id. List yours with GET /v1/instances.',
	);
}
