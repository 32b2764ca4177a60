import { setTimeout as sleep } from 'node:timers/promises';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { connectOfficial, createInstance } from '../instances.ts';
import type { CaseNumbers } from '../case-numbers.ts';
import { postWebhook } from './post-webhook.ts';
import { webhookCase } from './webhook-case.ts';

/** Concurrent requests. */
const CONCURRENCY = 8;
const PHONE_NUMBER_ID = '900000000000999';
/** Milliseconds until a webhook without a response is sent again. */
const RETRY_DELAY = 500;

/** Sends mutated webhooks with valid signatures. */
export async function runWebhooks(context: FuzzContext, numbers: CaseNumbers): Promise<void> {
	const { seed, target, journal, isOver } = context;
	const instanceId = await createInstance(target, 'Attacked by webhooks');
	if (!(await connectOfficial(target, instanceId, PHONE_NUMBER_ID)))
		throw new Error('Not connected to Meta.');

	async function sender(): Promise<void> {
		for (let number = numbers.next(); number !== null; number = numbers.next()) {
			const { kind, what, body } = webhookCase(caseRandom(seed, 'webhooks', number), number, PHONE_NUMBER_ID);
			let status = await postWebhook(target.url, instanceId, body);
			for (let left = 3; status === null && left > 0 && !isOver(); left -= 1) {
				await sleep(RETRY_DELAY);
				await target.ready().catch(() => undefined);
				status = await postWebhook(target.url, instanceId, body);
			}
			journal.record('webhooks', number, kind, what);
			journal.count('webhooks', `(status ${status ?? 'nothing'})`);
			// Meta repeats such webhooks for days.
			if (status === null || status >= 500) journal.count('webhooks', `(failed: --case ${number})`);
		}
	}

	await Promise.all(Array.from({ length: CONCURRENCY }, sender));
}
