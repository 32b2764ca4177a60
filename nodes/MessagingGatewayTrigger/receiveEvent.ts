import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { EventEnvelope } from '../MessagingGateway/delivery/envelope';
import { receiveDelivery, respondWithError } from '../MessagingGateway/delivery/receiveDelivery';
import { isVersion1 } from '../MessagingGateway/descriptions/version';
import { filterWithoutValue } from '../MessagingGateway/expression';
import { matchesFilters } from './filters/matchesFilters';
import type { Filters } from './filters/properties';
import { filters as filtersForm } from './filters/properties';
import { markAccepted, markReceived, unmarkReceived } from './receivedEvents';
import { claimsEvents } from './removeDuplicates';
import type { StartEvent } from './output/startEvent';
import { selectedEvents } from './selectedEvents';
import { selectedInstance } from './selectedInstance';
import { storedRegistrations } from './storedRegistrations';

/**
 * Handles one delivery (specification: Webhook deliveries).
 *
 * Returns the event that starts the workflow, if the delivery has a valid signature, matches the parameters and is not
 * a duplicate. Responds with 401 to an invalid signature, with 400 to a signed body without an envelope, and with 200 to
 * an event that starts nothing. Responds with 503 while n8n stores the execution of an earlier delivery of the event,
 * because that may still fail. Must never throw because of a request: n8n would start a failed execution for it.
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const envelope = await receiveDelivery(context, secretOf(context));
	if (!envelope) return { noWebhookResponse: true };
	const start = startEventOf(context, envelope);
	if (!start) return {};
	const earlier = earlierDelivery(context, envelope);
	if (earlier === 'accepted') return {};
	if (earlier === 'pending') {
		const message =
			'n8n still stores the execution of an earlier delivery of this event. Retry the delivery.';
		respondWithError(context, 503, 'service_unavailable', message);
		return { noWebhookResponse: true };
	}
	return { workflowData: [context.helpers.returnJsonArray([start])] };
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
		events: selectedEvents(context),
		instanceId: selectedInstance(context),
		filters: context.getNodeParameter('filters', {}) as Filters,
	};
}

/**
 * Returns the event that starts the workflow, if it matches the parameters. Of messages that the gateway collected, only
 * those that match the filters are left. Also checks event and instance, which the gateway filters by, for deliveries
 * sent before the node was changed.
 */
function startEventOf(context: IWebhookFunctions, envelope: EventEnvelope): StartEvent | undefined {
	const { events, instanceId, filters } = readParameters(context);
	const { messages, ...data } = envelope.data;
	if (!events.includes(envelope.event) || (instanceId && data.instanceId !== instanceId)) return undefined;
	if (hasLostFilter(context, filters)) return undefined;
	if (!Array.isArray(messages)) return matchesFilters(filters, envelope.event, data) ? envelope : undefined;
	const matching = (messages as IDataObject[]).filter((message) =>
		matchesFilters(filters, envelope.event, message),
	);
	const last = matching.at(-1);
	return last && { ...envelope, data: last, messages: matching };
}

/** The activation refuses a filter whose expression has no value, but it may lose its value later. */
function hasLostFilter(context: IWebhookFunctions, values: Filters): boolean {
	if (isVersion1(context.getNode())) return false;
	const lost = filterWithoutValue(context.getNode(), { path: 'filters', values, form: filtersForm });
	if (!lost) return false;
	context.logger.warn(
		`The expression of the filter ${lost.displayName} has no value: no event starts the workflow`,
	);
	return true;
}

/**
 * Returns the outcome of an earlier delivery of the event to this listener, and marks a new event as received;
 * undefined: the event is new. Removes the mark when n8n responds with an error, e.g. during an outage of its database,
 * because the gateway then repeats the delivery.
 */
function earlierDelivery(
	context: IWebhookFunctions,
	{ eventId }: EventEnvelope,
): ReturnType<typeof markReceived> {
	// Claims also detect events that other processes received, and accept deliveries that a person has repeated.
	if (eventId === undefined || claimsEvents(context)) return undefined;
	const listener = `${context.getWorkflow().id} ${context.getNode().id} ${listenerOf(context)}`;
	const earlier = markReceived(listener, eventId);
	if (earlier !== undefined) return earlier;
	const response = context.getResponseObject();
	// `finish` is not emitted once the gateway has closed the connection, which it does when n8n takes long.
	response.once('prefinish', () => {
		if (response.statusCode >= 400) unmarkReceived(listener, eventId);
		else markAccepted(listener, eventId);
	});
	return undefined;
}
