import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from '../../../descriptions/boolean';
import { getOptionalLocatorValue } from '../../../descriptions/locators/locator';
import { messageLocator } from '../../../descriptions/locators/messageLocator';
import { getPeople } from '../../../descriptions/phones';
import { FROM_VERSION_2, VERSION_1 } from '../../../descriptions/version';
import { getMetadata } from './metadata';
import { getSendAt } from './sendAt';

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
	displayOptions: { show: VERSION_1 },
};

const quotedMessage: INodeProperties = {
	...messageLocator,
	displayName: 'Reply to Message',
	name: 'quotedMessageId',
	required: false,
	description: 'The message to reply to. The recipient sees it quoted above.',
	displayOptions: { show: FROM_VERSION_2 },
};

export const force: INodeProperties = {
	displayName: 'Send Even if Chat Is Taken',
	name: 'force',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the message although a person has taken the chat. Without this option, the gateway refuses it then.',
};

/** Only for texts. */
export const linkPreview: INodeProperties = {
	displayName: 'Link Preview',
	name: 'linkPreview',
	type: 'boolean',
	default: true,
	description:
		'Whether to show a preview of the first link in the text. Without this option, the network decides.',
};

/** Only for texts and captions. */
export const mentions: INodeProperties = {
	displayName: 'Mentions',
	name: 'mentions',
	type: 'string',
	default: '',
	placeholder: 'e.g. +49 151 23456789, 123456789012345@lid',
	description:
		'The people whom the text mentions, by phone number or senderId, separated by commas. Or a list from an expression. Write each mention into the text too: @ and the digits, e.g. @4915123456789.',
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

/** The options of all messages, except templates and forwarded messages. */
export const messageOptions: INodeProperties[] = [force, metadata, quotedMessageId, quotedMessage];

/**
 * Returns the optional fields of a send's body. Throws a NodeOperationError when the metadata is not a JSON object, when
 * a mention is no person, or when Send At is no time.
 */
export function optionalBody(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const quoted =
		options.quotedMessageId && getOptionalLocatorValue(context, 'options.quotedMessageId', itemIndex);
	const metadataObject = getMetadata(context, options.metadata, itemIndex);
	const linkPreview = toBoolean(options.linkPreview);
	const time = getSendAt(context, options.sendAt, itemIndex);
	return {
		...(quoted && { quotedMessageId: quoted }),
		...(metadataObject && { metadata: metadataObject }),
		...(!isEmpty(options.mentions) && { mentions: getPeople(context, 'options.mentions', itemIndex) }),
		...(time && { sendAt: time }),
		...(toBoolean(options.force) === true && { force: true }),
		...(typeof linkPreview === 'boolean' && { linkPreview }),
	};
}

/** An expression may find nobody to mention. */
function isEmpty(value: unknown): boolean {
	return Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';
}
