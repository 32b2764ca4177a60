import { sql } from 'kysely';
import type { InstanceId, WebhookId } from '../../domain/ids.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Db } from '../schema.ts';

/** Sealed values begin with this; the simulated network stores its values unsealed, as JSON. */
const SEALED = 'v1.%';

export interface StoredWebhookSecrets {
	id: WebhookId;
	secret: SealedText;
	previous_secret: SealedText | null;
}

/** The secrets of all webhooks; deleted ones have none. */
export function listWebhookSecrets(db: Db): Promise<StoredWebhookSecrets[]> {
	return db
		.selectFrom('webhooks')
		.select(['id', 'secret', 'previous_secret'])
		.where('role', '!=', 'deleted')
		.orderBy('id')
		.execute();
}

/** Replaces the secrets of webhooks. */
export async function replaceWebhookSecrets(db: Db, rows: readonly StoredWebhookSecrets[]): Promise<void> {
	for (const { id, ...secrets } of rows) {
		await db.updateTable('webhooks').set(secrets).where('id', '=', id).execute();
	}
}

/** Whether network sessions or webhooks have sealed values. */
export async function holdsSealedValues(db: Db): Promise<boolean> {
	const session = db.selectFrom('network_sessions').select('key').where('value', 'like', SEALED).limit(1);
	if ((await session.executeTakeFirst()) !== undefined) return true;
	const webhook = db
		.selectFrom('webhooks')
		.select('id')
		.where(sql`secret`, 'like', SEALED)
		.limit(1);
	return (await webhook.executeTakeFirst()) !== undefined;
}

/** A sealed value of a network session. */
export interface SealedSessionValue {
	instanceId: InstanceId;
	key: string;
	value: string;
}

/** One sealed value of each network session that has any. */
export function sampleSealedSessions(db: Db): Promise<SealedSessionValue[]> {
	return db
		.selectFrom('network_sessions')
		.innerJoin(
			(eb) =>
				eb
					.selectFrom('network_sessions')
					.select((inner) => ['instance_id', inner.fn.min('key').as('key')])
					.where('value', 'like', SEALED)
					.groupBy('instance_id')
					.as('first'),
			(join) =>
				join
					.onRef('first.instance_id', '=', 'network_sessions.instance_id')
					.onRef('first.key', '=', 'network_sessions.key'),
		)
		.select(['network_sessions.instance_id as instanceId', 'network_sessions.key', 'network_sessions.value'])
		.orderBy('network_sessions.instance_id')
		.execute();
}

/** The number of sealed values of network sessions. */
export async function countSealedSessionValues(db: Db): Promise<number> {
	const { total } = await db
		.selectFrom('network_sessions')
		.select((eb) => eb.fn.countAll<number>().as('total'))
		.where('value', 'like', SEALED)
		.executeTakeFirstOrThrow();
	return total;
}

/** Deletes the sealed values of all network sessions. */
export async function deleteSealedSessionValues(db: Db): Promise<void> {
	await db.deleteFrom('network_sessions').where('value', 'like', SEALED).execute();
}

/** Deletes the proxy URLs of all instances. */
export async function deleteProxyUrls(db: Db): Promise<void> {
	await db.updateTable('instances').set({ proxy_url: null }).where('proxy_url', 'is not', null).execute();
}
