import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { EventEnvelope } from '../MessagingGateway/delivery/envelope';
import { receiveDelivery } from '../MessagingGateway/delivery/receiveDelivery';
import type { BurstMessage } from './burst';
import { burstEndingWith } from './burst';
import type { Filters } from './filters';
import { passes } from './filters';
import { forgetDelivery, isFirstDelivery } from './recentEvents';
import type { StartEvent } from './startEvent';
import { storedRegistrations } from './storedRegistrations';

/** The gateway waits five seconds for an answer: longer silences are waited for after it. */
const LONGEST_HELD_SECONDS = 3;

/**
 * Answers one delivery (specification: Webhook deliveries).
 *
 * Gives the event that starts the workflow when the delivery is signed with the secret of this listener, the node
 * wants it, and it comes for the first time. Everything without the right signature is refused with 401, and with
 * 400 what is signed but no envelope; a 200 without an execution says that the event is known but not wanted here.
 * It must never throw on what somebody sends: n8n would start a failed execution for it.
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const envelope = await receiveDelivery(context, secretOf(context));
	if (!envelope) return { noWebhookResponse: true };
	if (!isWanted(context, envelope) || isDuplicate(context, envelope)) return {};

	const seconds = context.getNodeParameter('options.collectSeconds', 0) as number;
	if (seconds > 0 && envelope.event === 'message.received' && !envelope.test) {
		return await receiveBurst(context, envelope, seconds);
	}
	return started(context, envelope);
}

/** Waits for the end of the burst that a message belongs to, and starts the workflow once for all of it. */
async function receiveBurst(
	context: IWebhookFunctions,
	envelope: EventEnvelope,
	seconds: number,
): Promise<IWebhookResponseData> {
	const isLate = seconds > LONGEST_HELD_SECONDS;
	if (isLate) context.getResponseObject().status(200).json({ message: 'Collecting' });
	await sleep(seconds * 1000);

	const { filters } = wishesOf(context);
	const burst = await burstOf(context, envelope, seconds, filters);
	const response = burst ? started(context, { ...envelope, messages: burst }) : {};
	return isLate ? { ...response, noWebhookResponse: true } : response;
}

/**
 * The burst that ends with a message. A gateway that cannot be asked, or does not have the message any more, must
 * not cost it: it is then taken for a burst of its own.
 */
async function burstOf(
	context: IWebhookFunctions,
	{ data, timestamp }: EventEnvelope,
	seconds: number,
	filters: Filters,
): Promise<BurstMessage[] | undefined> {
	const { messageId, from, senderId, type, content } = data as Record<string, string>;
	const alone = [
		{ messageId, from, senderId, type, content, timestamp: String(data.timestamp ?? timestamp) },
	];
	try {
		const burst = await burstEndingWith(context, data, seconds, (message) => passes(filters, message));
		return burst?.length === 0 ? alone : burst;
	} catch {
		return alone;
	}
}

function started(context: IWebhookFunctions, event: StartEvent): IWebhookResponseData {
	return { workflowData: [context.helpers.returnJsonArray([event])] };
}

/** Only a test listen runs in manual mode; the URL does not tell, n8n gives the production one in both. */
function listenerOf(context: IWebhookFunctions): 'production' | 'test' {
	return context.getMode() === 'manual' ? 'test' : 'production';
}

function secretOf(context: IWebhookFunctions): string | undefined {
	return storedRegistrations(context)[listenerOf(context)]?.secret;
}

/** What the form says about the events that start the workflow. */
function wishesOf(context: IWebhookFunctions) {
	return {
		events: context.getNodeParameter('events') as string[],
		instanceId: context.getNodeParameter('instanceId', '', { extractValue: true }) as string,
		filters: context.getNodeParameter('filters', {}) as Filters,
	};
}

/** The gateway filters by event and instance already; a delivery on its way while the node was changed is caught. */
function isWanted(context: IWebhookFunctions, { event, data }: EventEnvelope): boolean {
	const { events, instanceId, filters } = wishesOf(context);
	return events.includes(event) && (!instanceId || data.instanceId === instanceId) && passes(filters, data);
}

/**
 * Tells whether this listener has taken the event already. One that n8n cannot start an execution for, e.g. while
 * its database is away, is answered with an error by n8n, and is not taken: the gateway delivers it again.
 */
function isDuplicate(context: IWebhookFunctions, { eventId }: EventEnvelope): boolean {
	if (eventId === undefined) return false;
	const listener = `${context.getWorkflow().id} ${context.getNode().id} ${listenerOf(context)}`;
	if (!isFirstDelivery(listener, eventId)) return true;
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) forgetDelivery(listener, eventId);
	});
	return false;
}
