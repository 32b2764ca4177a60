import type { WebhookId } from '../../domain/ids.ts';
import type { Db } from '../../store/schema.ts';
import { deactivateWebhook, lockWebhookUrls } from '../../store/webhooks/webhooks.ts';
import type { Outcome } from './outcome.ts';

/**
 * Replaces the outcomes of attempts whose receiver is gone and whose webhook has another URL since: the receiver that is
 * gone is not the webhook's any more, so the delivery is attempted at the new URL at once. Locks the webhooks of receivers
 * that are gone, so that their URLs stay until the outcomes are recorded.
 */
export async function retriedAtNewUrl(
	db: Db,
	outcomes: readonly Outcome[],
	now: number,
): Promise<readonly Outcome[]> {
	const webhookIds = outcomes.flatMap(({ delivery, gone }) => (gone ? delivery.webhookId : []));
	if (webhookIds.length === 0) return outcomes;
	const urls = await lockWebhookUrls(db, webhookIds);
	return outcomes.map((outcome): Outcome => {
		const { webhookId, url } = outcome.delivery;
		const current = urls.get(webhookId);
		if (!outcome.gone || current === undefined || current === url) return outcome;
		return { ...outcome, gone: false, end: { status: 'pending', dueAt: now } };
	});
}

/** Deactivates the webhooks whose receivers are gone; returns their ids. */
export async function recordGone(db: Db, outcomes: readonly Outcome[]): Promise<WebhookId[]> {
	const gone = new Map(outcomes.flatMap((one) => (one.gone ? [[one.delivery.webhookId, one.delivery]] : [])));
	for (const { webhookId, url } of gone.values()) await deactivateWebhook(db, webhookId, url);
	return [...gone.keys()];
}
