import type { IBinaryKeyData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toBoolean } from './boolean';
import { binaryOutput, getOutputField } from './binaryOutput';

/** The host of the pictures of simulated contacts and groups. It does not exist. */
const SIMULATED_HOST = 'pictures.simulator.example';

/** Returns the form fields of a picture download. `picture` describes the picture in the texts. */
export function pictureFields(picture: string): INodeProperties[] {
	return [
		{
			displayName: 'Download Picture',
			name: 'downloadPicture',
			type: 'boolean',
			default: false,
			description: `Whether to download the ${picture} into a binary field`,
		},
		{ ...binaryOutput(picture), displayOptions: { show: { downloadPicture: [true] } } },
	];
}

/**
 * Downloads a picture and returns it under the name of its binary field. Returns undefined when Download Picture is
 * off, or when there is no picture. Throws a NodeOperationError when the download fails.
 */
export async function downloadPicture(
	context: IExecuteFunctions,
	url: string | null,
	name: string,
	itemIndex: number,
): Promise<IBinaryKeyData | undefined> {
	if (url === null || toBoolean(context.getNodeParameter('downloadPicture', itemIndex, false)) !== true)
		return undefined;
	if (new URL(url).hostname === SIMULATED_HOST) {
		throw new NodeOperationError(context.getNode(), 'The simulated network has no pictures to download', {
			description: `It shows only the address of one: ${url}. Turn off Download Picture to test the rest of the workflow, or use an instance that is connected to WhatsApp.`,
			itemIndex,
		});
	}
	const field = getOutputField(context, itemIndex);
	try {
		const { body, headers } = await context.helpers.httpRequest({
			url,
			encoding: 'arraybuffer',
			returnFullResponse: true,
		});
		const mimeType = String(headers['content-type'] ?? 'image/jpeg').split(';')[0];
		const fileName = `${name}.${mimeType.split('/')[1] ?? 'jpg'}`;
		return { [field]: await context.helpers.prepareBinaryData(Buffer.from(body), fileName, mimeType) };
	} catch (error) {
		throw new NodeOperationError(context.getNode(), 'The picture could not be downloaded', {
			description: `n8n must be able to open ${url}. (${error instanceof Error ? error.message : 'unknown error'})`,
			itemIndex,
		});
	}
}
