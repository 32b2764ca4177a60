import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { binaryOutput } from '../../descriptions/binaryOutput';
import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './path';
import { qrCodeFile } from './qrCodeFile';

/** Answer of the QR code endpoint; without a code when there is none to scan. */
interface QrCode extends IDataObject {
	qrCode?: string | null;
	expiresAt?: string | null;
	status: string;
}

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getQrCode'] } },
	[instanceLocator, binaryOutput('QR code image')],
);

/**
 * GET /v1/instances/{instanceId}/qrcode. Gives the answer of the gateway and the code as a PNG file; the file is
 * left out when the gateway has no code to scan.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/qrcode`;
	const code = await gatewayData<QrCode>(this, { method: 'GET', path, itemIndex });

	const file = await qrCodeFile(this, code.qrCode, instanceIdOf(this, itemIndex));
	if (!file) return [{ json: code }];
	const field = this.getNodeParameter('binaryPropertyName', itemIndex) as string;
	return [{ json: code, binary: { [field]: file } }];
}
