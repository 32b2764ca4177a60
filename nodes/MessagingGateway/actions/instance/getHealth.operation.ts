import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceHealthFields } from './fields';
import { instancePath } from './instancePath';

const period: INodeProperties = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Last Hour', value: '1h' },
		{ name: 'Last 24 Hours', value: '24h' },
		{ name: 'Last 7 Days', value: '7d' },
		{ name: 'Last 30 Days', value: '30d' },
	],
	default: '24h',
	description: 'The period to report on',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['getHealth'] } },
	[instanceLocator, period, ...outputFields(instanceHealthFields)],
);

/**
 * GET /v1/instances/{instanceId}/health (an addition). Returns the share of the time in which the instance was connected,
 * its statuses with reasons, and the counts of its messages.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const query = { period: this.getNodeParameter('period', itemIndex) as string };
	const path = `${instancePath(this, itemIndex)}/health`;
	const health = await gatewayData(this, { method: 'GET', path, query, itemIndex });
	return [selectOutput(this, itemIndex, health, instanceHealthFields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
