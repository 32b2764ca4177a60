import type { IBinaryKeyData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { binaryOutput } from './binaryOutput';

/** The fields that ask for a picture as a file. Takes what it is a picture of, for the texts. */
export function pictureFields(picture: string): INodeProperties[] {
	return [
		{
			displayName: 'Download Picture',
			name: 'downloadPicture',
			type: 'boolean',
			default: false,
			description: `Whether to put out the ${picture} as a file too`,
		},
		{ ...binaryOutput(picture), displayOptions: { show: { downloadPicture: [true] } } },
	];
}

/**
 * Downloads a picture into its field of the output item. Gives undefined when it was not asked for, or when there
 * is none; throws a NodeOperationError when its address does not give it.
 */
export async function pictureFile(
	context: IExecuteFunctions,
	url: string | null,
	name: string,
	itemIndex: number,
): Promise<IBinaryKeyData | undefined> {
	if (url === null || context.getNodeParameter('downloadPicture', itemIndex, false) !== true)
		return undefined;
	const field = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
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
