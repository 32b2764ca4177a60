import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { numberOrThrow } from '../../descriptions/number';
import { assertFiltersHaveValues } from '../../expression';
import type { WebhookFilters } from './filters';
import { filterBody, webhookFilters } from './filters';

/** The options of Create and Update that decide how events are delivered; n8n passes only those that were added. */
export interface WebhookSettings {
	collectSeconds?: unknown;
	filters?: WebhookFilters;
	ordered?: boolean;
	ratePerSecond?: unknown;
}

export const collectSeconds: INodeProperties = {
	displayName: 'Collect Messages For (Seconds)',
	name: 'collectSeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 300 },
	default: 5,
	description:
		'Joins messages of a chat into one delivery (data.messages) that is sent after this many seconds without another message. 0 delivers each message on its own.',
};

export const ordered: INodeProperties = {
	displayName: 'Ordered',
	name: 'ordered',
	type: 'boolean',
	default: true,
	description:
		'Whether an event of a chat waits until the one before it is delivered or has failed for good. Chats do not wait for each other.',
};

export const ratePerSecond: INodeProperties = {
	displayName: 'Rate per Second',
	name: 'ratePerSecond',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1000 },
	default: 10,
	description: 'Most deliveries in a second, repeated ones included. 0 sets no limit.',
};

/**
 * Returns the settings that were added for a request body. A setting of 0, and filters without a value, become null.
 * `parameter` is the collection of the form that has the settings. Throws a NodeOperationError for an invalid number or chat,
 * and for a filter whose expression has no value: the receiver would get what the filter was to keep from it.
 */
export function settingsBody(
	context: IExecuteFunctions,
	parameter: 'options' | 'updateFields',
	settings: WebhookSettings,
	itemIndex: number,
): IDataObject {
	const number = (value: unknown, { displayName }: INodeProperties) =>
		numberOrThrow(context, value, displayName, itemIndex);
	const { filters } = settings;
	if (filters !== undefined) {
		const collection = { path: `${parameter}.filters`, values: filters, form: webhookFilters };
		assertFiltersHaveValues(context.getNode(), collection, itemIndex);
	}
	const seconds = settings.collectSeconds && number(settings.collectSeconds, collectSeconds);
	return {
		...(settings.collectSeconds !== undefined && { collect: seconds ? { seconds } : null }),
		...(filters !== undefined && { filter: filterBody(context, filters, itemIndex) }),
		...(settings.ordered !== undefined && { ordered: toBoolean(settings.ordered) }),
		...(settings.ratePerSecond !== undefined && {
			ratePerSecond: number(settings.ratePerSecond, ratePerSecond) || null,
		}),
	};
}
