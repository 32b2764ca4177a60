import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['get'] } }, [
	instanceLocator,
]);

/** GET /v1/instances/{instanceId}. Gives the instance. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = instanceIdOf(this, itemIndex);
	const { data } = await gatewayRequest<{ data: IDataObject }>(this, {
		method: 'GET',
		path: `/v1/instances/${encodeURIComponent(instanceId)}`,
		itemIndex,
	});
	return [{ json: data }];
}
