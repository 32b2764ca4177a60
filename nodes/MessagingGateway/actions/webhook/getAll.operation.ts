import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookListFields } from './fields';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Instance ID',
			name: 'instanceId',
			type: 'string',
			default: '',
			placeholder: 'e.g. inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only webhooks for events of this instance',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'active', description: 'Webhooks that receive events' },
				{ name: 'Inactive', value: 'inactive', description: 'Webhooks that do not receive events' },
			],
			default: 'active',
			description: 'Return only webhooks of this status',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['getAll'] } }, [
	...returnAll,
	filters,
	...outputFields(webhookListFields),
]);

/** GET /v1/webhooks, which returns all webhooks at once. Returns one item per webhook, newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { instanceId, status } = this.getNodeParameter('filters', itemIndex) as {
		instanceId?: string;
		status?: string;
	};
	const query = { ...(instanceId && { instanceId: instanceId.trim() }), ...(status && { status }) };
	const request = { method: 'GET', path: '/v1/webhooks', query, itemIndex } as const;
	const webhooks = await gatewayData<IDataObject[]>(this, request);
	return webhooks
		.slice(0, getLimit(this, itemIndex))
		.map((webhook) => selectOutput(this, itemIndex, webhook, webhookListFields));
}
