import type { IExecuteFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../transport/credential';
import { gatewayData } from '../transport/request';
import { deadlineInName, deleteReplyWebhook } from './replyWebhook';

interface ListedWebhook {
	id: string;
	name: string | null;
}

/** Another process of n8n may have registered reply webhooks that this one does not know. */
const MAX_PAUSE_MS = 3_600_000;

/** When this process lists the webhooks of a gateway again, in epoch milliseconds, by the ID of the credential. */
const nextLists = new Map<string, number>();

/**
 * Deletes the reply webhooks whose deadline has passed. n8n does not report the end of a wait, so the next question
 * does the clean-up: a gateway may have thousands of webhooks, which are listed only once a known deadline has passed,
 * that of a waiting question or `deadline`, that of the next one, and at least once an hour. Only logs failures, because
 * they must not prevent the question.
 */
export async function deleteExpiredReplyWebhooks(context: IExecuteFunctions, deadline: Date): Promise<void> {
	const credential = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	const now = Date.now();
	const due = nextLists.get(credential);
	const isDue = due === undefined || due <= now;
	nextLists.set(credential, Math.min(isDue ? now + MAX_PAUSE_MS : due, deadline.getTime()));
	if (!isDue) return;
	try {
		const webhooks = await gatewayData<ListedWebhook[]>(context, { method: 'GET', path: '/v1/webhooks' });
		for (const { id, name } of webhooks) {
			const ends = deadlineInName(name);
			if (ends === undefined) continue;
			if (ends < now) await deleteReplyWebhook(context, id);
			else nextLists.set(credential, Math.min(nextLists.get(credential) ?? ends, ends));
		}
	} catch (error) {
		nextLists.delete(credential);
		context.logger.warn(`The gateway still has expired reply webhooks: ${(error as Error).message}`);
	}
}
