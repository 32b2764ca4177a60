import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { metadataOf } from './metadata';

const batching: INodeProperties = {
	displayName: 'Batching',
	name: 'batching',
	type: 'fixedCollection',
	placeholder: 'Add batching',
	default: { batch: {} },
	description: 'Send a number of items, then pause, and so on',
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
					description: 'Input items sent before each pause; 0 for no batches',
				},
				{
					displayName: 'Batch Interval (Ms)',
					name: 'batchInterval',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1000,
					description: 'Milliseconds between two batches',
				},
			],
		},
	],
};

/** As many texts are on their way at the same time that the gateway stores them together. */
export const TEXTS_AT_ONCE = 50;
/** Files are in memory while they are uploaded. */
export const FILES_AT_ONCE = 10;

function chatsAtOnce(concurrency: number): INodeProperties {
	return {
		displayName: 'Chats at the Same Time',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: concurrency,
		description:
			'How many chats are sent to at the same time. Messages to the same chat are always sent one after another, in the order of the items.',
	};
}

const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711-shipped',
	description:
		'The gateway sends only one message a key within 24 hours. Leave empty for a key of this execution and item, so that a retried execution sends nothing twice; enter your own to be safe over several executions.',
};

const metadata: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "orderId": 4711 }',
	description: 'A JSON object of your own. It comes back with every event of this message.',
};

const quotedMessageId: INodeProperties = {
	displayName: 'Reply to Message ID',
	name: 'quotedMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
	description: 'The message this one answers; it is shown quoted above',
};

/**
 * The Options of what is sent, sorted by name: these and those of the operation. Takes to how many chats it sends at
 * the same time when the form says nothing else.
 */
export function sendingOptions(concurrency: number, ...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, batching, chatsAtOnce(concurrency), idempotencyKey].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

/** Those of messages, which templates do not take. */
export const messageOptions: INodeProperties[] = [metadata, quotedMessageId];

/** The parts of a send's body that come from the options. Throws when the metadata is no JSON object. */
export function optionalBody(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const options = context.getNodeParameter('options', itemIndex, {}) as {
		quotedMessageId?: string;
		metadata?: string | object;
	};
	const quoted = options.quotedMessageId?.trim();
	const object = metadataOf(context, options.metadata, itemIndex);
	return { ...(quoted && { quotedMessageId: quoted }), ...(object && { metadata: object }) };
}
