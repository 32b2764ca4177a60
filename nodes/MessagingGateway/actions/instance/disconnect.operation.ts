import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceFields } from './fields';
import { instancePath } from './instancePath';

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['disconnect'] } },
	[instanceLocator, ...outputFields(instanceFields)],
);

/** The text for all operations advises connecting. */
const errorTexts = {
	instance_disconnected: { message: 'The instance is already disconnected', nextStep: null },
};

/** POST /v1/instances/{instanceId}/disconnect (an addition). Returns the disconnected instance. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${instancePath(this, itemIndex)}/disconnect`;
	const instance = await gatewayData(this, { method: 'POST', path, itemIndex, errorTexts });
	return [selectOutput(this, itemIndex, instance, instanceFields)];
}
