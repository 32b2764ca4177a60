import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { isVersion1 } from '../../descriptions/version';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceStatusFields, instanceStatusFieldsOfVersion1 } from './fields';
import { instancePath } from './instancePath';

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getStatus'] } },
	[instanceLocator, ...outputFields(instanceStatusFields)],
);

/** GET /v1/instances/{instanceId}/status. Returns the instance with its connection, statistics and health. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/status`;
	const status = await gatewayData(this, { method: 'GET', path, itemIndex });
	const fields = isVersion1(this.getNode()) ? instanceStatusFieldsOfVersion1 : instanceStatusFields;
	return [selectOutput(this, itemIndex, status, fields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
