import { setTimeout as elapsed } from 'node:timers/promises';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { connectOfficial, createInstance } from '../instances.ts';
import type { Numbers } from '../case-numbers.ts';
import { postWebhook } from './hook.ts';
import { webhookCase } from './webhook-case.ts';

/** Webhooks under way at the same time, and the number they are about. */
const AT_ONCE = 8;
const PHONE_NUMBER_ID = '900000000000999';
/** Milliseconds after which a webhook that met no gateway is sent again. */
const AGAIN = 500;

/** Sends mutated webhooks with right signatures. */
export async function runWebhooks(field: FuzzContext, numbers: Numbers): Promise<void> {
	const { seed, target, journal, isOver } = field;
	const instanceId = await createInstance(target, 'Attacked by webhooks');
	if (!(await connectOfficial(target, instanceId, PHONE_NUMBER_ID)))
		throw new Error('Not connected to Meta.');

	async function sender(): Promise<void> {
		for (let number = numbers.next(); number !== null; number = numbers.next()) {
			const { kind, what, body } = webhookCase(caseRandom(seed, 'webhooks', number), number, PHONE_NUMBER_ID);
			let status = await postWebhook(target.url, instanceId, body);
			for (let left = 3; status === null && left > 0 && !isOver(); left -= 1) {
				await elapsed(AGAIN);
				await target.ready().catch(() => undefined);
				status = await postWebhook(target.url, instanceId, body);
			}
			journal.note('webhooks', number, kind, what);
			journal.count('webhooks', `(answered with ${status ?? 'nothing'})`);
			// Meta sends again what is answered so, for days.
			if (status === null || status >= 500) journal.count('webhooks', `(so was --case ${number})`);
		}
	}

	await Promise.all(Array.from({ length: AT_ONCE }, sender));
}
