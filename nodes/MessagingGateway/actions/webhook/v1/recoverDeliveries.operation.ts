import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getTime } from '../../../descriptions/time';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

const properties: INodeProperties[] = [
	webhookLocator,
	{
		displayName: 'Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		required: true,
		placeholder: 'e.g. 2026-01-31T12:00:00.000Z',
		description: 'Repeat failed deliveries created at or after this time',
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-01-31T18:00:00.000Z',
		description: 'Repeat only deliveries created before this time. Leave empty for no end.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['recoverDeliveries'] } },
	properties,
);

/** POST /v1/webhooks/{id}/deliveries/recover (an addition). Returns the number of deliveries scheduled again. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/deliveries/recover`;
	const until = getTime(this, 'until', itemIndex);
	const body = { since: getTime(this, 'since', itemIndex) ?? '', ...(until && { until }) };
	return [{ json: await gatewayData(this, { method: 'POST', path, body, itemIndex }) }];
}
