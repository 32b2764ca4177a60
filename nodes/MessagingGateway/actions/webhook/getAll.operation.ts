import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chosenOutput, outputChoice } from '../../descriptions/output';
import { limitOf, returnAll } from '../../descriptions/returnAll';
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
				{ name: 'Inactive', value: 'inactive', description: 'Webhooks that receive nothing' },
			],
			default: 'active',
			description: 'Return only webhooks of this status',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['getAll'] } }, [
	...returnAll,
	filters,
	...outputChoice(webhookListFields),
]);

/** GET /v1/webhooks, which has no pages. Gives one item a webhook, the newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { instanceId, status } = this.getNodeParameter('filters', itemIndex) as {
		instanceId?: string;
		status?: string;
	};
	const query = { ...(instanceId && { instanceId: instanceId.trim() }), ...(status && { status }) };
	const request = { method: 'GET', path: '/v1/webhooks', query, itemIndex } as const;
	const webhooks = await gatewayData<IDataObject[]>(this, request);
	return webhooks
		.slice(0, limitOf(this, itemIndex))
		.map((webhook) => chosenOutput(this, itemIndex, webhook, webhookListFields));
}
