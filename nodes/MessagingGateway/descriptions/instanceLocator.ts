import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, byUrl, fromList, locatedOf } from './locator';

/** The instance an operation works with: chosen from the gateway's list, or given by its ID. */
export const instanceLocator: INodeProperties = {
	displayName: 'Instance',
	name: 'instanceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The connected account to work with',
	modes: [
		fromList('searchInstances', 'Select an instance...'),
		byId(
			'e.g. inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^inst_[0-9a-z]{26}$',
			'An instance ID is inst_ and 26 small letters or digits',
		),
		byUrl(
			'e.g. https://gateway.example.com/v1/instances/inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			'(inst_[0-9a-z]{26})',
			'The address holds no instance ID, which is inst_ and 26 small letters or digits',
		),
	],
};

/** Gives the ID of the chosen instance for one item; throws a NodeOperationError when none is chosen. */
export function instanceIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return locatedOf(context, 'instanceId', 'instance', itemIndex);
}
