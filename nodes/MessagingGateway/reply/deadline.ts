import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { numberOrThrow } from '../descriptions/number';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
	minutes: MINUTE,
	hours: 60 * MINUTE,
	days: 24 * 60 * MINUTE,
};

export const deadlineFields: INodeProperties[] = [
	{
		displayName: 'Limit Wait Time',
		name: 'limitAmount',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description:
			'How long to wait for the reply. After that, the workflow continues with timedOut, and approved is false.',
	},
	{
		displayName: 'Unit',
		name: 'limitUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: 'hours',
		description: 'The unit of the wait time',
	},
];

/** Returns the time until which to wait. Throws a NodeOperationError when the limit is not a number. */
export function getDeadline(context: IExecuteFunctions, itemIndex: number): Date {
	const limit = context.getNodeParameter('limitAmount', itemIndex, 24) as unknown;
	const amount = numberOrThrow(context, limit, 'Limit Wait Time', itemIndex);
	const unit = context.getNodeParameter('limitUnit', itemIndex, 'hours') as string;
	return new Date(Date.now() + amount * (UNITS[unit] ?? MINUTE));
}
