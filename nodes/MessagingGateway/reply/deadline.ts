import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';

import { numberOrThrow } from '../descriptions/number';
import { getOption } from '../descriptions/option';

const MINUTE = 60_000;
const UNITS = { minutes: MINUTE, hours: 60 * MINUTE, days: 24 * 60 * MINUTE };

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

/**
 * Returns the time until which to wait, at most n8n's time for a wait without an end. Throws a NodeOperationError when the
 * limit is not a number, or not more than 0, and when an expression returns no unit.
 */
export function getDeadline(context: IExecuteFunctions, itemIndex: number): Date {
	const limit = context.getNodeParameter('limitAmount', itemIndex, 24) as unknown;
	const amount = numberOrThrow(context, limit, 'Limit Wait Time', itemIndex);
	if (amount <= 0) {
		throw new NodeOperationError(context.getNode(), 'Limit Wait Time is not more than 0', {
			description: 'Enter how long to wait for the reply, or correct the expression.',
			itemIndex,
		});
	}
	const units = { label: 'Unit', options: ['minutes', 'hours', 'days'], fallback: 'hours' } as const;
	const deadline = Date.now() + amount * UNITS[getOption(context, 'limitUnit', units, itemIndex)];
	return new Date(Math.min(deadline, WAIT_INDEFINITELY.getTime()));
}
