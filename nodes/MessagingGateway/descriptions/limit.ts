import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from './boolean';
import { numberOrThrow } from './number';

/** The fields Return All and Limit of a Get Many operation. */
export const returnAll: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/** Returns the maximum number of items; undefined for all. */
export function getLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (toBoolean(context.getNodeParameter('returnAll', itemIndex))) return undefined;
	const limit = context.getNodeParameter('limit', itemIndex) as unknown;
	return Math.max(1, Math.floor(numberOrThrow(context, limit, 'Limit', itemIndex)));
}
