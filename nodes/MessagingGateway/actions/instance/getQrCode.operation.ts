import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { binaryOutput, getOutputField } from '../../descriptions/binaryOutput';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';
import { qrCodeFile } from './qrCodeFile';

/** The response of the QR code endpoint; it has no `qrCode` when there is none to scan. */
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
 * GET /v1/instances/{instanceId}/qrcode. Returns the gateway's response with the code as a PNG file, or without a
 * file when there is no code to scan.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/qrcode`;
	const code = await gatewayData<QrCode>(this, { method: 'GET', path, itemIndex });

	const file = await qrCodeFile(this, code.qrCode, getInstanceId(this, itemIndex));
	if (!file) return [{ json: code }];
	const field = getOutputField(this, itemIndex);
	return [{ json: code, binary: { [field]: file } }];
}
