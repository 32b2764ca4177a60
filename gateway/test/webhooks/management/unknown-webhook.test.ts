import { describe, expect, it } from '@jest/globals';
import { createSealer } from '../../../src/lib/crypto/sealer.ts';
import { openStore } from '../../../src/store/store.ts';
import { createIds, systemClock, systemEntropy } from '../../../src/runtime/system.ts';
import { createAttemptWaiters, type AttemptWaiters } from '../../../src/webhooks/attempts/attempt-waiters.ts';
import { deleteWebhook } from '../../../src/webhooks/management/delete-webhook.ts';
import { recoverDeliveries, retryDelivery } from '../../../src/webhooks/deliveries/redeliver.ts';
import { rotateSecret } from '../../../src/webhooks/management/rotate-secret.ts';
import { testWebhook } from '../../../src/webhooks/management/test-webhook.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const CALLER = { actor: 'owner', scopes: null, instanceIds: null };

describe('testWebhook for an unknown webhook', () => {
	it('removes its waiter for the attempt', async () => {
		const { folder, remove } = await temporaryFolder();
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		const store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		const waiters = createAttemptWaiters(store.listen);
		let registered = 0;
		const counted: AttemptWaiters = {
			...waiters,
			next(id) {
				const { ended, forget } = waiters.next(id);
				registered += 1;
				return {
					ended,
					forget() {
						registered -= 1;
						forget();
					},
				};
			},
		};
		const newId = createIds(systemClock, systemEntropy);
		const parts = { store, clock: systemClock, newId, attemptWaiters: counted };
		await expect(testWebhook(parts, 'wh_0', 'message.read', CALLER)).rejects.toMatchObject({
			code: 'webhook_not_found',
		});
		expect(registered).toBe(0);
		await store.close();
		await remove();
	});
});

describe('an operation on an unknown webhook', () => {
	it('runs its transaction once, as do others in the same commit', async () => {
		const { folder, remove } = await temporaryFolder();
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		let runs = 0;
		const observe = (bodies: number) => {
			runs += bodies;
			return () => undefined;
		};
		// A clock that stands still, because the bodies after a slow one would run in the next transaction.
		const clock = createManualClock();
		const store = await openStore({ dataFolder: folder, databaseUrl }, { clock, observe });
		const newId = createIds(clock, systemEntropy);
		const attemptWaiters = createAttemptWaiters(store.listen);
		const sealer = createSealer(systemEntropy(32), systemEntropy);
		const deps = { store, clock, newId, entropy: systemEntropy, sealer, attemptWaiters };
		const delivery = { webhookId: 'wh_0', deliveryId: 'dlv_0' };
		const since = '2026-01-31T12:00:00.000Z';
		// In one tick, so that they share a transaction.
		const requests = [
			deleteWebhook(deps, 'wh_0', { keepDeliveries: false }, 'owner'),
			rotateSecret(deps, 'wh_0', undefined, CALLER),
			retryDelivery(deps, delivery, CALLER),
			recoverDeliveries(deps, 'wh_0', { since }, CALLER),
			testWebhook(deps, 'wh_0', 'message.read', CALLER),
			store.commit(() => Promise.resolve()),
		];
		const outcomes = await Promise.allSettled(requests);
		const codes = outcomes.map((one) => (one.status === 'rejected' ? at(one.reason, 'code') : null));
		expect(codes).toEqual([...Array<string>(5).fill('webhook_not_found'), null]);
		expect(runs).toBe(requests.length);
		await store.close();
		await remove();
	});
});
