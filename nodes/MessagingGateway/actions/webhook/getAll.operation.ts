import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getLimitingLocatorValue } from '../../descriptions/locators/locator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { FROM_VERSION_2 } from '../../descriptions/version';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookListFields } from './fields';
import { webhookStatus } from './formFields';
import { listFilters } from './v1/fields';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	displayOptions: { show: FROM_VERSION_2 },
	options: [
		{
			...instanceLocator,
			required: false,
			description: 'Return only webhooks for events of this instance',
		},
		{ ...webhookStatus, description: 'Return only webhooks of this status' },
	],
};

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['getAll'] } }, [
	...returnAll,
	listFilters,
	filters,
	...outputFields(webhookListFields),
]);

/**
 * GET /v1/webhooks, which returns all webhooks at once. Returns one item per webhook, newest first. Fails when an
 * expression returns no instance.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { status } = this.getNodeParameter('filters', itemIndex) as { status?: string };
	const instanceId = getLimitingLocatorValue(this, 'filters.instanceId', {
		label: 'Instance',
		all: 'instances',
		itemIndex,
	});
	const query = { ...(instanceId && { instanceId }), ...(status && { status }) };
	const request = { method: 'GET', path: '/v1/webhooks', query, itemIndex } as const;
	const webhooks = await gatewayData<IDataObject[]>(this, request);
	return webhooks
		.slice(0, getLimit(this, itemIndex))
		.map((webhook) => selectOutput(this, itemIndex, webhook, webhookListFields));
}
