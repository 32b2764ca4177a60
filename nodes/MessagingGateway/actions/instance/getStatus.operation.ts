import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceStatusFields } from './fields';
import { instancePath } from './path';

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getStatus'] } },
	[instanceLocator, ...outputChoice(instanceStatusFields)],
);

/** GET /v1/instances/{instanceId}/status. Gives the instance with its connection, figures and health. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/status`;
	const status = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [chosenOutput(this, itemIndex, status, instanceStatusFields)];
}

export { ownLane as lane } from '../lanes';
