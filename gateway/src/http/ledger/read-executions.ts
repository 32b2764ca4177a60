import type { VisibleInstances } from '../../domain/access/caller.ts';
import { timestamp } from '../../domain/clock.ts';
import { countExecutions } from '../../ledger/n8n/count-executions.ts';
import { N8nError, type N8nApi } from '../../ledger/n8n/n8n-api.ts';
import { listWebhooks } from '../../store/webhooks/webhooks.ts';
import type { Db } from '../../store/schema.ts';
import type { Executions } from './schema.ts';

/**
 * Counts the executions in n8n of the workflows whose webhooks a caller sees, by hour; the range is in epoch
 * milliseconds. Where n8n cannot be read, the result has the reason, and no counts.
 */
export async function readExecutions(
	{ n8n, db }: { n8n: N8nApi | null; db: Db },
	visible: VisibleInstances,
	range: { from: number; to: number },
): Promise<Executions> {
	if (n8n === null) {
		const message = 'Set GATEWAY_N8N_URL and GATEWAY_N8N_API_KEY, and start the gateway again.';
		return { state: 'not_set_up', message, hours: [] };
	}
	const webhooks = await listWebhooks(db, { visible, instanceId: undefined, status: undefined });
	try {
		const hours = await countExecutions({ api: n8n, db }, webhooks, range);
		return {
			state: 'read',
			message: null,
			hours: hours.map(({ from, ...rest }) => ({ from: timestamp(from), ...rest })),
		};
	} catch (error) {
		if (!(error instanceof N8nError)) throw error;
		return { state: 'unreadable', message: error.message, hours: [] };
	}
}
