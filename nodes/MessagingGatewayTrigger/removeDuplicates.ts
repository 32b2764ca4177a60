import { randomUUID } from 'node:crypto';

import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { EventEnvelope } from '../MessagingGateway/delivery/envelope';
import { toBoolean } from '../MessagingGateway/descriptions/boolean';
import { FROM_VERSION_2, isVersion1 } from '../MessagingGateway/descriptions/version';
import { gatewayData } from '../MessagingGateway/transport/request';
import { storedRegistrations } from './storedRegistrations';

/** The claim of an execution at the gateway, for an event of the trigger's webhook. */
interface EventClaim extends IDataObject {
	webhookId: string;
	eventId: string;
	/** Another one for each delivery of the event, and the same when an execution is retried. */
	claimant: string;
}

/** The input of an execution. */
export interface ClaimingEvent extends EventEnvelope {
	/** Set when duplicates are removed. */
	claim?: EventClaim;
}

export const removeDuplicates: INodeProperties = {
	displayName: 'Remove Duplicates',
	name: 'removeDuplicates',
	type: 'boolean',
	default: true,
	displayOptions: { show: FROM_VERSION_2 },
	description:
		'Whether the workflow handles an event once although several processes of n8n receive it. The trigger asks the gateway, which takes a few milliseconds per event.',
};

/**
 * Returns whether the execution of a delivery claims the event. A test listener receives an event once. A gateway that
 * signs by the specification only has no claims.
 */
export function claimsEvents(context: IWebhookFunctions): boolean {
	return (
		context.getMode() !== 'manual' &&
		context.getHeaderData()['webhook-signature'] !== undefined &&
		!isVersion1(context.getNode()) &&
		toBoolean(context.getNodeParameter('options.removeDuplicates', true)) === true
	);
}

/**
 * Adds a claim to the event that starts an execution, if duplicates are removed. The claim is part of the execution's
 * input: the ID of the execution changes when a person retries it, and data of a node is lost when a worker crashes.
 */
export function addClaim(context: IWebhookFunctions, response: IWebhookResponseData): IWebhookResponseData {
	const { workflowData } = response;
	const webhookId = storedRegistrations(context).production?.webhookId;
	if (!workflowData || webhookId === undefined || !claimsEvents(context)) return response;
	const items = workflowData.map((output) =>
		output.map((item) => {
			const { eventId } = item.json;
			if (typeof eventId !== 'string') return item;
			const claim: EventClaim = { webhookId, eventId, claimant: randomUUID() };
			return { ...item, json: { ...item.json, claim } };
		}),
	);
	return { ...response, workflowData: items };
}

/**
 * Returns whether another execution handles the event: of the executions that repeated deliveries started, also in
 * several processes, the gateway selects one (an addition). Returns false when the gateway does not say so, because a
 * duplicate is better than a lost event.
 */
export async function isHandledElsewhere(
	context: IExecuteFunctions,
	{ webhookId, eventId, claimant }: EventClaim,
	itemIndex: number,
): Promise<boolean> {
	const path = `/v1/webhooks/${encodeURIComponent(webhookId)}/events/${encodeURIComponent(eventId)}/claim`;
	try {
		const request = { method: 'POST', path, body: { claimant }, itemIndex } as const;
		const { claimed } = await gatewayData<{ claimed?: boolean }>(context, request);
		return claimed === false;
	} catch {
		context.logger.warn('The gateway could not be asked whether another execution handles the event', {
			eventId,
		});
		return false;
	}
}
