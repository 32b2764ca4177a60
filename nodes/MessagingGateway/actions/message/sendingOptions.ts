import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { getMetadata } from './metadata';

const batching: INodeProperties = {
	displayName: 'Batching',
	name: 'batching',
	type: 'fixedCollection',
	placeholder: 'Add batching',
	default: { batch: {} },
	description: 'Pause after every batch of items',
	options: [
		{
			displayName: 'Batching',
			name: 'batch',
			values: [
				{
					displayName: 'Items per Batch',
					name: 'batchSize',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 50,
					description: 'Number of input items to send before each pause; 0 for no batches',
				},
				{
					displayName: 'Batch Interval (Ms)',
					name: 'batchInterval',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1000,
					description: 'Pause between two batches in milliseconds',
				},
			],
		},
	],
};

/** High enough for the gateway to store concurrent texts in one transaction. */
export const TEXT_CONCURRENCY = 50;
/** Lower, because files are in memory during the upload. */
export const FILE_CONCURRENCY = 10;

function concurrencyOption(concurrency: number): INodeProperties {
	return {
		displayName: 'Concurrent Chats',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: concurrency,
		description:
			'How many chats to send to at the same time. Messages to the same chat are always sent one after another, in the order of the items.',
	};
}

const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711-shipped',
	description:
		'The gateway sends only one message per key within 24 hours. Leave empty for a key of this execution and item, so that a retried execution sends nothing twice. Enter your own key to prevent duplicates across executions.',
};

const metadata: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "orderId": 4711 }',
	description: 'A JSON object of your own that every event of this message contains',
};

const quotedMessageId: INodeProperties = {
	displayName: 'Reply to Message ID',
	name: 'quotedMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
	description: 'The message to reply to. The recipient sees it quoted above.',
};

/**
 * Returns the Options field of a send operation: the common options and those of the operation, sorted by name.
 * `concurrency` is the default of Concurrent Chats.
 */
export function sendingOptions(concurrency: number, ...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, batching, concurrencyOption(concurrency), idempotencyKey].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

/** The options of messages that templates do not support. */
export const messageOptions: INodeProperties[] = [metadata, quotedMessageId];

/** Returns the optional fields of a send's body. Throws a NodeOperationError when the metadata is not a JSON object. */
export function optionalBody(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const options = context.getNodeParameter('options', itemIndex, {}) as {
		quotedMessageId?: string;
		metadata?: string | object;
	};
	const quoted = options.quotedMessageId?.trim();
	const object = getMetadata(context, options.metadata, itemIndex);
	return { ...(quoted && { quotedMessageId: quoted }), ...(object && { metadata: object }) };
}
