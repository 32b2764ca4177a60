import type { IExecuteFunctions, INodeProperties, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/locators/recipientLocator';
import { getText } from '../../descriptions/text';
import { toNodeError } from '../itemErrors';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { resolveMedia, mediaSource } from './media/media';
import { sendMessage } from './sending/send';
import { sendAt } from './sending/sendAt';
import {
	FILE_CONCURRENCY,
	mentions,
	messageOptions,
	optionalBody,
	sendingOptions,
} from './sending/sendingOptions';

const caption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Your invoice',
	description:
		'Text below the file, up to 1,024 characters. With several files, only the first one gets it. Stickers have none.',
};

const filename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'The name to show for a document. Leave empty for the name of the file.',
};

const voice: INodeProperties = {
	displayName: 'Voice Note',
	name: 'voice',
	type: 'boolean',
	default: true,
	description:
		'Whether to send audio files as voice notes, as if recorded on the phone. OGG with Opus is sent as it is; other audio requires ffmpeg at the gateway.',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendMedia'] } },
	[
		instanceLocator,
		recipientLocator,
		...mediaSource,
		caption,
		sendingOptions(FILE_CONCURRENCY, ...messageOptions, filename, mentions, sendAt, voice),
	],
);

/**
 * POST /v1/messages/send once per file of the item, in order: each file waits until the one before was accepted.
 * Returns one item per message. Throws before sending when a file is missing. An error of a later file says how many were
 * sent.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const to = getRecipient(this, itemIndex);
	const text = getText(this, 'caption', 'Caption', itemIndex).trim();
	const { mentions: people, ...options } = optionalBody(this, itemIndex);
	const files = resolveMedia(this, itemIndex);

	const sent: OperationOutput[] = [];
	for (const [part, load] of files.entries()) {
		try {
			const body = {
				to,
				...(await load()),
				...(part === 0 && text !== '' && { caption: text }),
				// The gateway refuses mentions without a caption.
				...(part === 0 && people && { mentions: people }),
				...options,
			};
			const key = getIdempotencyKey(this, itemIndex, files.length > 1 ? part : undefined);
			sent.push({ json: await sendMessage(this, itemIndex, key, body) });
		} catch (error) {
			throw withSentFiles(toNodeError(this.getNode(), error, itemIndex), part, files.length);
		}
	}
	return sent;
}

/** Adds the number of files that were sent to the error of the next file, because nothing else returns them. */
function withSentFiles<T extends NodeApiError | NodeOperationError>(error: T, sent: number, all: number): T {
	if (sent === 0) return error;
	const progress = `${sent} of the ${all} files of the item ${sent === 1 ? 'was' : 'were'} sent, in their order. A retried execution does not send them again.`;
	error.description = [error.description, progress].filter(Boolean).join(' ');
	return error;
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { FILE_CONCURRENCY as concurrency } from './sending/sendingOptions';
