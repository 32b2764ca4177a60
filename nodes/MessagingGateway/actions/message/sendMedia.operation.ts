import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/recipientLocator';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './idempotency';
import { resolveMedia, mediaSource } from './media';
import { sendMessage, sendMessageUnlessUploadExpired } from './send';
import { FILE_CONCURRENCY, messageOptions, optionalBody, sendingOptions } from './sendingOptions';

const caption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Your invoice',
	description: 'Text below the file, up to 1,024 characters. With several files, only the first one gets it.',
};

const filename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'The name to show for a document. Leave empty for the name of the file.',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendMedia'] } },
	[
		instanceLocator,
		recipientLocator,
		...mediaSource,
		caption,
		sendingOptions(FILE_CONCURRENCY, ...messageOptions, filename),
	],
);

/**
 * POST /v1/messages/send once per file of the item, in order: each file waits until the one before was accepted.
 * Returns one item per message. Throws before sending when a file is missing.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const to = getRecipient(this, itemIndex);
	const text = String(this.getNodeParameter('caption', itemIndex, '')).trim();
	const options = optionalBody(this, itemIndex);
	const media = resolveMedia(this, itemIndex);

	const sent: OperationOutput[] = [];
	for (const [part, { load, reload }] of media.entries()) {
		const bodyWith = (file: IDataObject): IDataObject => ({
			to,
			...file,
			...(part === 0 && text !== '' && { caption: text }),
			...options,
		});
		const key = getIdempotencyKey(this, itemIndex, media.length > 1 ? part : undefined);
		// When an execution is retried a day later, its upload has expired and is made again; its message was not sent.
		const json =
			(reload && (await sendMessageUnlessUploadExpired(this, itemIndex, key, bodyWith(await load())))) ??
			(await sendMessage(this, itemIndex, key, bodyWith(await (reload ?? load)())));
		sent.push({ json });
	}
	return sent;
}

export { chatOrderingKey as orderingKey } from './send';
export { FILE_CONCURRENCY as concurrency } from './sendingOptions';
