import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './path';

const properties: INodeProperties[] = [
	webhookLocator,
	{
		displayName: 'Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		required: true,
		placeholder: 'e.g. 2026-01-31T12:00:00.000Z',
		description: 'Deliver again what was made from then on and has failed',
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-01-31T18:00:00.000Z',
		description: 'Deliver again only what was made before then. Leave empty for until now.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['recoverDeliveries'] } },
	properties,
);

/** POST /v1/webhooks/{id}/deliveries/recover (an addition). Gives how many deliveries are due again. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/deliveries/recover`;
	const until = timeOf(this, 'until', itemIndex);
	const body = { since: timeOf(this, 'since', itemIndex) ?? '', ...(until && { until }) };
	return [{ json: await gatewayData(this, { method: 'POST', path, body, itemIndex }) }];
}

/** The part of luxon's DateTime that is used here, as n8n hands it to expressions. */
interface Times {
	DateTime: { fromISO(text: string): { isValid: boolean; toMillis(): number } };
}

/**
 * The time as the interface writes it. The calendar of n8n gives one without a zone: it is that of the workflow, as
 * in its expressions, and not that of the machine. An expression may give whatever else is a time.
 */
function timeOf(context: IExecuteFunctions, parameter: string, itemIndex: number): string | undefined {
	const value = String(context.getNodeParameter(parameter, itemIndex, '') ?? '').trim();
	if (value === '') return undefined;
	const { DateTime } = context.getWorkflowDataProxy(itemIndex) as unknown as Times;
	const inZone = DateTime.fromISO(value);
	const time = new Date(inZone.isValid ? inZone.toMillis() : value);
	if (!Number.isNaN(time.getTime())) return time.toISOString();
	throw new NodeOperationError(context.getNode(), `"${value}" is not a time`, {
		description: 'Choose a time, or write one like 2026-01-31T12:00:00.000Z.',
		itemIndex,
	});
}
