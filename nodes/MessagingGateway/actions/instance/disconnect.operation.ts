import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceFields } from './fields';
import { instancePath } from './path';

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['disconnect'] } },
	[instanceLocator, ...outputChoice(instanceFields)],
);

/** POST /v1/instances/{instanceId}/disconnect (an addition). Gives the instance, disconnected. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/disconnect`;
	const instance = await gatewayData(this, { method: 'POST', path, itemIndex });
	return [chosenOutput(this, itemIndex, instance, instanceFields)];
}
