import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, recipientOf } from '../../descriptions/recipientLocator';
import type { OperationOutput } from '../operation';
import { idempotencyKeyOf } from './idempotency';
import { mediaOf, mediaSource } from './media';
import { sendMessage, sendMessageUnlessGone } from './send';
import { FILES_AT_ONCE, messageOptions, optionalBody, sendingOptions } from './sendingOptions';

const caption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Your invoice',
	description: 'Text beside the file, up to 1,024 characters. Of several files the first one carries it.',
};

const filename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'The name a document is shown with. Leave empty for the name of the file.',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendMedia'] } },
	[
		instanceLocator,
		recipientLocator,
		...mediaSource,
		caption,
		sendingOptions(FILES_AT_ONCE, ...messageOptions, filename),
	],
);

/**
 * POST /v1/messages/send with each file of the item, one message a file, in order: the next is sent when the one
 * before was accepted. Gives one item a message: the gateway's flat answer. Throws before sending when a file is
 * missing.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const to = recipientOf(this, itemIndex);
	const text = String(this.getNodeParameter('caption', itemIndex, '')).trim();
	const options = optionalBody(this, itemIndex);
	const media = mediaOf(this, itemIndex);

	const sent: OperationOutput[] = [];
	for (const [part, { load, loadAnew }] of media.entries()) {
		const bodyWith = (file: IDataObject): IDataObject => ({
			to,
			...file,
			...(part === 0 && text !== '' && { caption: text }),
			...options,
		});
		const key = idempotencyKeyOf(this, itemIndex, media.length > 1 ? part : undefined);
		// The upload of an execution that is retried a day later is gone, and its message was not sent.
		const json =
			(loadAnew && (await sendMessageUnlessGone(this, itemIndex, key, bodyWith(await load())))) ??
			(await sendMessage(this, itemIndex, key, bodyWith(await (loadAnew ?? load)())));
		sent.push({ json });
	}
	return sent;
}

export { chatLane as lane } from './send';
export { FILES_AT_ONCE as concurrency } from './sendingOptions';
