import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** Answer of the QR code endpoint; without a code when there is none to scan. */
interface QrCode extends IDataObject {
	qrCode?: string | null;
	expiresAt?: string | null;
	status: string;
}

const properties: INodeProperties[] = [
	instanceLocator,
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the QR code image in',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getQrCode'] } },
	properties,
);

/**
 * GET /v1/instances/{instanceId}/qrcode. Gives the answer of the gateway and the code as a PNG file; the file is
 * left out when the gateway has no code to scan.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = instanceIdOf(this, itemIndex);
	const { data } = await gatewayRequest<{ data: QrCode }>(this, {
		method: 'GET',
		path: `/v1/instances/${encodeURIComponent(instanceId)}/qrcode`,
		itemIndex,
	});

	const image = pngOf(data.qrCode);
	if (!image) return [{ json: data }];
	const field = this.getNodeParameter('binaryPropertyName', itemIndex) as string;
	const file = await this.helpers.prepareBinaryData(image, `qr-code-${instanceId}.png`, 'image/png');
	return [{ json: data, binary: { [field]: file } }];
}

/** The image inside a `data:image/png;base64,...` URI; undefined for anything else. */
function pngOf(dataUri: string | null | undefined): Buffer | undefined {
	const base64 = /^data:image\/png;base64,(.+)$/.exec(dataUri ?? '')?.[1];
	return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}
