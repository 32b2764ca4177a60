import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { EventEnvelope } from '../MessagingGateway/delivery/envelope';
import { receiveDelivery } from '../MessagingGateway/delivery/receiveDelivery';
import type { BurstMessage } from './debounce';
import { findBurst } from './debounce';
import type { Filters } from './filters';
import { matchesFilters } from './filters';
import { unmarkReceived, markReceived } from './receivedEvents';
import type { StartEvent } from './startEvent';
import { storedRegistrations } from './storedRegistrations';

/** The gateway waits 5 s for a response, so a longer debounce responds first. */
const MAX_DELAYED_RESPONSE_SECONDS = 3;

/**
 * Handles one delivery (specification: Webhook deliveries).
 *
 * Returns the event that starts the workflow, if the delivery has a valid signature, matches the parameters and is not
 * a duplicate. Responds with 401 to an invalid signature, with 400 to a signed body without an envelope, and with 200 to
 * an event that starts nothing. Must never throw because of a request: n8n would start a failed execution for it.
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const envelope = await receiveDelivery(context, secretOf(context));
	if (!envelope) return { noWebhookResponse: true };
	if (!matchesParameters(context, envelope) || isDuplicate(context, envelope)) return {};

	const seconds = context.getNodeParameter('options.collectSeconds', 0) as number;
	if (seconds > 0 && envelope.event === 'message.received' && !envelope.test) {
		return await debounceEvent(context, envelope, seconds);
	}
	return toWorkflowData(context, envelope);
}

/** Waits `seconds` for further messages; the delivery of the last message of a burst starts the workflow for all. */
async function debounceEvent(
	context: IWebhookFunctions,
	envelope: EventEnvelope,
	seconds: number,
): Promise<IWebhookResponseData> {
	const respondsFirst = seconds > MAX_DELAYED_RESPONSE_SECONDS;
	if (respondsFirst) context.getResponseObject().status(200).json({ message: 'Collecting' });
	await sleep(seconds * 1000);

	const { filters } = readParameters(context);
	const burst = await readBurst(context, envelope, seconds, filters);
	const response = burst ? toWorkflowData(context, { ...envelope, messages: burst }) : {};
	return respondsFirst ? { ...response, noWebhookResponse: true } : response;
}

/**
 * Returns the burst that ends with a message. When the gateway does not respond, or no longer has the message, the
 * message becomes a burst of its own, so that it is not lost.
 */
async function readBurst(
	context: IWebhookFunctions,
	{ data, timestamp }: EventEnvelope,
	seconds: number,
	filters: Filters,
): Promise<BurstMessage[] | undefined> {
	const { messageId, from, senderId, type, content } = data as Record<string, string>;
	const single = [
		{ messageId, from, senderId, type, content, timestamp: String(data.timestamp ?? timestamp) },
	];
	try {
		const burst = await findBurst(context, data, seconds, (message) => matchesFilters(filters, message));
		return burst?.length === 0 ? single : burst;
	} catch {
		return single;
	}
}

function toWorkflowData(context: IWebhookFunctions, event: StartEvent): IWebhookResponseData {
	return { workflowData: [context.helpers.returnJsonArray([event])] };
}

/** Only a test listener runs in manual mode. The URL does not show it: n8n returns the production URL for both. */
function listenerOf(context: IWebhookFunctions): 'production' | 'test' {
	return context.getMode() === 'manual' ? 'test' : 'production';
}

function secretOf(context: IWebhookFunctions): string | undefined {
	return storedRegistrations(context)[listenerOf(context)]?.secret;
}

/** Reads the parameters that select the events. */
function readParameters(context: IWebhookFunctions) {
	return {
		events: context.getNodeParameter('events') as string[],
		instanceId: context.getNodeParameter('instanceId', '', { extractValue: true }) as string,
		filters: context.getNodeParameter('filters', {}) as Filters,
	};
}

/** Also checks event and instance, which the gateway filters by, for deliveries sent before the node was changed. */
function matchesParameters(context: IWebhookFunctions, { event, data }: EventEnvelope): boolean {
	const { events, instanceId, filters } = readParameters(context);
	return (
		events.includes(event) && (!instanceId || data.instanceId === instanceId) && matchesFilters(filters, data)
	);
}

/**
 * Returns whether this listener has already received the event, and marks it as received. Removes the mark when n8n
 * responds with an error, e.g. during an outage of its database, because the gateway then repeats the delivery.
 */
function isDuplicate(context: IWebhookFunctions, { eventId }: EventEnvelope): boolean {
	if (eventId === undefined) return false;
	const listener = `${context.getWorkflow().id} ${context.getNode().id} ${listenerOf(context)}`;
	if (!markReceived(listener, eventId)) return true;
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 400) unmarkReceived(listener, eventId);
	});
	return false;
}
