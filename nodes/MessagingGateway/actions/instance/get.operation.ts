import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceFields } from './fields';
import { instancePath } from './instancePath';

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['get'] } }, [
	instanceLocator,
	...outputFields(instanceFields),
]);

/** GET /v1/instances/{instanceId}. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = instancePath(this, itemIndex);
	const instance = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [selectOutput(this, itemIndex, instance, instanceFields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
