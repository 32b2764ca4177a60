import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { binaryOutput } from '../../descriptions/binaryOutput';
import { messageIdOf, messageLocator } from '../../descriptions/messageLocator';
import { downloadFile } from '../../transport/files';
import type { OperationOutput } from '../operation';
import { instanceOfList } from './instanceOfList';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['getMedia'] } },
	[instanceOfList, messageLocator, binaryOutput('file')],
);

/**
 * GET /v1/messages/{messageId}/media (an addition), streamed into n8n's store of files. Gives the messageId, name,
 * type and size, and the file.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const messageId = messageIdOf(this, itemIndex);
	const path = `/v1/messages/${encodeURIComponent(messageId)}/media`;
	const file = await downloadFile(this, { method: 'GET', path, itemIndex }, messageId);
	const field = this.getNodeParameter('binaryPropertyName', itemIndex) as string;
	const { fileName, mimeType, bytes } = file;
	return [{ json: { messageId, fileName, mimeType, bytes }, binary: { [field]: file } }];
}

export { ownLane as lane } from '../lanes';
