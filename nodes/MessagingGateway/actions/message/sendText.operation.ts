import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { errorTexts } from '../../transport/errorTexts';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { metadataOf } from './metadata';
import { toRecipient } from './recipient';

const properties: INodeProperties[] = [
	instanceLocator,
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +49 151 23456789',
		description:
			'Phone number of the recipient with its country code; +, spaces, dashes and brackets do no harm. Or the ID of a group or chat, e.g. the chatId of a received message.',
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your order is on its way',
		description: 'The text to send, up to 4,096 characters',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Metadata',
				name: 'metadata',
				type: 'json',
				default: '{}',
				placeholder: 'e.g. { "orderId": 4711 }',
				description: 'A JSON object of your own. It comes back with every event of this message.',
			},
			{
				displayName: 'Reply to Message ID',
				name: 'quotedMessageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
				description: 'The message this one answers; it is shown quoted above the text',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendText'] } },
	properties,
);

/**
 * POST /v1/messages/send with a text. Gives the gateway's flat answer: the messageId, the status `queued` and
 * the time of queuing. Throws before sending when the recipient is no phone number or the metadata no object.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = instanceIdOf(this, itemIndex);
	const { quotedMessageId, metadata } = this.getNodeParameter('options', itemIndex) as {
		quotedMessageId?: string;
		metadata?: string | object;
	};
	const metadataObject = metadataOf(this, metadata, itemIndex);
	const sent = await gatewayRequest<IDataObject>(this, {
		method: 'POST',
		path: '/v1/messages/send',
		body: {
			instanceId,
			to: recipientOf(this, itemIndex),
			message: textOf(this, itemIndex),
			...(quotedMessageId && { quotedMessageId }),
			...(metadataObject && { metadata: metadataObject }),
		},
		itemIndex,
	});
	return [{ json: sent }];
}

/** A number that an expression gives is sent as its digits; the gateway takes text only. */
function textOf(context: IExecuteFunctions, itemIndex: number): string {
	const message = context.getNodeParameter('message', itemIndex) as string | number;
	return typeof message === 'number' ? String(message) : message;
}

function recipientOf(context: IExecuteFunctions, itemIndex: number): string {
	// Spreadsheets and expressions give numbers too.
	const to = toRecipient(String(context.getNodeParameter('to', itemIndex)));
	if (to !== undefined) return to;
	const { message, nextStep } = errorTexts.invalid_phone_number;
	throw new NodeOperationError(context.getNode(), message, { description: nextStep, itemIndex });
}
