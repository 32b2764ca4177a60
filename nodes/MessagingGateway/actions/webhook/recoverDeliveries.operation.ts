import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './webhookPath';

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

/** The part of luxon's DateTime used here. n8n provides luxon to expressions only. */
interface Luxon {
	DateTime: { fromISO(text: string): { isValid: boolean; toMillis(): number } };
}

/**
 * Converts a time of the form to ISO 8601 in UTC. n8n's date picker returns a time without a zone, which is in the
 * time zone of the workflow, not of the machine. Accepts every format that `Date` parses. Throws a NodeOperationError
 * for anything else.
 */
function getTime(context: IExecuteFunctions, parameter: string, itemIndex: number): string | undefined {
	const value = String(context.getNodeParameter(parameter, itemIndex, '') ?? '').trim();
	if (value === '') return undefined;
	const { DateTime } = context.getWorkflowDataProxy(itemIndex) as unknown as Luxon;
	const inZone = DateTime.fromISO(value);
	const time = new Date(inZone.isValid ? inZone.toMillis() : value);
	if (!Number.isNaN(time.getTime())) return time.toISOString();
	throw new NodeOperationError(context.getNode(), `"${value}" is not a valid time`, {
		description: 'Choose a time, or enter one like 2026-01-31T12:00:00.000Z.',
		itemIndex,
	});
}
