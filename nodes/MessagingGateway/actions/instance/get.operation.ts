import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceFields } from './fields';
import { instancePath } from './path';

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['get'] } }, [
	instanceLocator,
	...outputChoice(instanceFields),
]);

/** GET /v1/instances/{instanceId}. Gives the instance. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = instancePath(this, itemIndex);
	const instance = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [chosenOutput(this, itemIndex, instance, instanceFields)];
}

export { ownLane as lane } from '../lanes';
