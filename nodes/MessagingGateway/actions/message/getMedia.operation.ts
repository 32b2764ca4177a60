import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { binaryOutput, getOutputField } from '../../descriptions/binaryOutput';
import { getMessageId, messageLocator } from '../../descriptions/locators/messageLocator';
import { downloadFileIgnoring } from '../../transport/downloadFile';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { missingMedia } from './media/missingMedia';
import { messagePath } from './messagePath';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['getMedia'] } },
	[listInstanceLocator, messageLocator, binaryOutput('file')],
);

/**
 * GET /v1/messages/{messageId}/media (an addition), streamed into n8n's binary data storage. Returns the file with
 * its messageId, name, MIME type and size in bytes. Throws a NodeOperationError when the message has no file.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const messageId = getMessageId(this, itemIndex);
	const path = messagePath(this, itemIndex);
	const request = { method: 'GET', path: `${path}/media`, itemIndex } as const;
	const file = await downloadFileIgnoring(this, 'message_not_found', request, messageId);
	if (!file) throw await missingMedia(this, path, itemIndex);
	const field = getOutputField(this, itemIndex);
	const { fileName, mimeType, bytes } = file;
	return [{ json: { messageId, fileName, mimeType, bytes }, binary: { [field]: file } }];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
