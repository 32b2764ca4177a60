import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['connect'] } },
	[instanceLocator],
);

/**
 * POST /v1/instances/{instanceId}/connect by QR code. Gives the gateway's flat answer: the status, and while it
 * is `qr_pending` the QR code with its expiry.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = instanceIdOf(this, itemIndex);
	const connection = await gatewayRequest<IDataObject>(this, {
		method: 'POST',
		path: `/v1/instances/${encodeURIComponent(instanceId)}/connect`,
		body: { method: 'qrcode' },
		itemIndex,
	});
	return [{ json: connection }];
}
