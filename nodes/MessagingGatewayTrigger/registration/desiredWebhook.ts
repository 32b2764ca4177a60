import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toBoolean } from '../../MessagingGateway/descriptions/boolean';
import { isVersion1 } from '../../MessagingGateway/descriptions/version';
import { assertEmptyOnPurpose, assertFiltersHaveValues } from '../../MessagingGateway/expression';
import { assertValidFilters } from '../filters/assertValidFilters';
import type { Filters } from '../filters/properties';
import { filters } from '../filters/properties';
import type { WebhookFilter } from '../filters/webhookFilter';
import { isSameFilter, webhookFilter } from '../filters/webhookFilter';
import { selectedEvents } from '../selectedEvents';
import { selectedInstance } from '../selectedInstance';

/** The fields of a webhook that the trigger compares (specification: Webhooks, and additions). */
export interface Webhook {
	id: string;
	url: string;
	instanceId?: string | null;
	events: string[];
	status: string;
	ordered?: boolean;
	collect?: { seconds: number } | null;
	filter?: WebhookFilter | null;
	/** Missing in the response of the list. */
	secret?: string;
}

/** The webhook that the parameters of the node require. Without `instanceId` it receives events of all instances. */
export interface DesiredWebhook {
	url: string;
	events: string[];
	instanceId?: string;
	/** An event of a chat waits until n8n has accepted the one before it. */
	ordered: boolean;
	/** The gateway joins the messages of a chat that come within this silence; null: each is delivered alone. */
	collect: { seconds: number } | null;
	/** The gateway delivers no event that does not match; null: it delivers all events. */
	filter: WebhookFilter | null;
}

/**
 * Reads the parameters of the node. Throws a NodeOperationError when n8n has no URL for the webhook, and when an expression
 * returns no instance.
 */
export function desiredWebhook(context: IHookFunctions): DesiredWebhook {
	const instanceId = desiredInstance(context);
	const seconds = context.getNodeParameter('options.collectSeconds', 0) as number;
	const events = selectedEvents(context);
	return {
		url: webhookUrl(context),
		events,
		...(instanceId !== undefined && { instanceId }),
		ordered: toBoolean(context.getNodeParameter('options.ordered', false)) === true,
		collect: seconds > 0 ? { seconds: Math.ceil(seconds) } : null,
		filter: filterOf(context, events),
	};
}

/**
 * Throws a NodeOperationError where n8n would answer every delivery with 404. Of a node without a webhook ID, the path
 * contains the name of the node, and n8n finds no path with an encoded character. A workflow has such nodes if it was
 * imported and published on the command line only: the editor gives each node an ID.
 */
export function assertReachable(context: IHookFunctions, { url }: DesiredWebhook): void {
	if (context.getNode().webhookId !== undefined || !url.includes('%')) return;
	throw new NodeOperationError(
		context.getNode(),
		'n8n cannot receive events at this trigger yet: move it in the editor, then publish the workflow again',
		{
			description:
				'The node has no webhook ID, because its workflow was never saved in the editor. In a file that you import, a "webhookId" of the node does the same, e.g. a UUID.',
		},
	);
}

/**
 * Throws a NodeOperationError for parameters with which no event can start the workflow, and from version 2 on for a filter
 * whose expression has no value, e.g. that of a variable that this n8n lacks: every event would start the workflow.
 */
export function assertValidParameters(context: IHookFunctions, { events }: DesiredWebhook): void {
	if (events.length === 0) {
		throw new NodeOperationError(context.getNode(), 'No events selected', {
			description: 'Select at least one event that starts the workflow.',
		});
	}
	const values = context.getNodeParameter('filters', {}) as Filters;
	if (!isVersion1(context.getNode())) {
		assertFiltersHaveValues(context.getNode(), { path: 'filters', values, form: filters });
	}
	assertValidFilters(context.getNode(), values);
}

export function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n has no webhook URL for this node', {
		description: 'Save the workflow, then publish it again.',
	});
}

/** Returns whether an active webhook has the settings that the node requires. */
export function isUpToDate(webhook: Webhook, desired: DesiredWebhook): boolean {
	return (
		webhook.url === desired.url &&
		webhook.status === 'active' &&
		hasSameInstance(webhook, desired) &&
		(webhook.ordered ?? false) === desired.ordered &&
		webhook.collect?.seconds === desired.collect?.seconds &&
		isSameFilter(webhook.filter, desired.filter) &&
		hasSameEvents(webhook, desired)
	);
}

export function hasSameInstance(webhook: Webhook, desired: DesiredWebhook): boolean {
	return (webhook.instanceId ?? undefined) === desired.instanceId;
}

/**
 * Returns the ID of the instance; undefined: for all instances. An expression that returns none, e.g. of a variable that
 * this n8n lacks, must not start the workflow on the messages of all instances.
 */
function desiredInstance(context: IHookFunctions): string | undefined {
	const instanceId = selectedInstance(context);
	if (instanceId === undefined) {
		assertEmptyOnPurpose(context.getNode(), context.getNode().parameters.instanceId, {
			label: 'Instance',
			instead: 'leave Instance empty for all instances',
		});
	}
	return instanceId;
}

function filterOf(context: IHookFunctions, events: string[]): WebhookFilter | null {
	const raw = context.getNode().parameters.filters ?? {};
	// An expression in place of all filters.
	if (typeof raw !== 'object') return null;
	const values = context.getNodeParameter('filters', {}) as Filters;
	return webhookFilter(values, raw as Readonly<Record<string, unknown>>, events);
}

function hasSameEvents(webhook: Webhook, desired: DesiredWebhook): boolean {
	const registered = new Set(webhook.events);
	return (
		new Set(desired.events).size === registered.size && desired.events.every((event) => registered.has(event))
	);
}
