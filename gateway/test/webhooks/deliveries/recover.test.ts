import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllowedTarget } from '../../../src/lib/guarded-http/allowed-target.ts';
import { createSealer } from '../../../src/lib/crypto/sealer.ts';
import { createIds, systemEntropy } from '../../../src/runtime/system.ts';
import { listAudit } from '../../../src/store/access/audit-log.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { updateWebhook } from '../../../src/store/webhooks/webhooks.ts';
import { recoverDeliveries } from '../../../src/webhooks/deliveries/redeliver.ts';
import { createWebhook } from '../../../src/webhooks/management/create-webhook.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const CALLER = { actor: 'owner', scopes: null, instanceIds: null };
/** The deliveries that one transaction recovers. */
const BATCH = 500;

describe('the recovery of more deliveries than one transaction recovers', () => {
	const clock = createManualClock();
	const newId = createIds(clock, systemEntropy);
	let store: Store;
	let remove: () => Promise<void>;

	beforeAll(async () => {
		const temporary = await temporaryFolder();
		({ remove } = temporary);
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(temporary.folder);
		store = await openStore({ dataFolder: temporary.folder, databaseUrl }, { clock });
	});
	afterAll(async () => {
		await store.close();
		await remove();
	});

	/** Creates a webhook with one failed delivery more than a transaction recovers. */
	async function failedWebhook() {
		const guard = { allowed: [parseAllowedTarget('127.0.0.1:80')] };
		const sealer = createSealer(systemEntropy(32), systemEntropy);
		const deps = { store, clock, newId, entropy: systemEntropy, guard, sealer };
		const { row: webhook } = await createWebhook(deps, { url: 'http://127.0.0.1/' }, CALLER, null);
		const eventId = newId('evt');
		const at = clock.now();
		await store.commit(async ({ db }) => {
			const event = { id: eventId, instance_id: '' as const, kind: 'message.read' as const, body: '{}' };
			await db
				.insertInto('events')
				.values({ ...event, created_at: at, deliveries: BATCH + 1 })
				.execute();
			for (let index = 0; index <= BATCH; index += 1) {
				const delivery = { id: newId('dlv'), event_id: eventId, webhook_id: webhook.id, kind: event.kind };
				await db
					.insertInto('deliveries')
					.values({
						...{ ...delivery, test: 0, status: 'failed', attempts: 6, failures: 6, due_at: at },
						...{ claim_token: null, created_at: at, finished_at: at, ordering_key: null, position: null },
						...{ joined_into: null, claimed_by: null },
					})
					.execute();
			}
		});
		return webhook.id;
	}
	const recoveredOf = async (webhookId: string) =>
		(await listAudit(store.read, 100))
			.filter(({ action, target }) => action === 'webhook.deliveries_recovered' && target === webhookId)
			.map(({ details }) => (JSON.parse(details ?? '{}') as { recovered: number }).recovered);
	const since = new Date(clock.now()).toISOString();

	it('is in the audit log with all of them', async () => {
		const webhookId = await failedWebhook();
		expect(await recoverDeliveries({ store, clock, newId }, webhookId, { since }, CALLER)).toBe(BATCH + 1);
		const recovered = await recoveredOf(webhookId);
		expect(recovered.reduce((sum, count) => sum + count, 0)).toBe(BATCH + 1);
	});

	it('is in the audit log as far as it got where the webhook is deactivated meanwhile', async () => {
		const webhookId = await failedWebhook();
		const deactivating: Store = {
			...store,
			async commit(work) {
				const result = await store.commit(work);
				await store.commit(({ db }) => updateWebhook(db, webhookId, { status: 'inactive' }));
				return result;
			},
		};
		const recovery = recoverDeliveries({ store: deactivating, clock, newId }, webhookId, { since }, CALLER);
		await expect(recovery).rejects.toMatchObject({ code: 'invalid_parameters' });
		expect(await recoveredOf(webhookId)).toEqual([BATCH]);
	});

	it('is in the audit log where nothing failed', async () => {
		const webhookId = await failedWebhook();
		const until = since;
		expect(await recoverDeliveries({ store, clock, newId }, webhookId, { since, until }, CALLER)).toBe(0);
		expect(await recoveredOf(webhookId)).toEqual([0]);
	});
});
