import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, byUrl, fromList, getLocatorValue } from './locator';

/** The instance of an operation. */
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
			'An instance ID is inst_ and 26 lowercase letters or digits',
		),
		byUrl(
			'e.g. https://gateway.example.com/v1/instances/inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			'(inst_[0-9a-z]{26})',
			'The URL contains no instance ID, which is inst_ and 26 lowercase letters or digits',
		),
	],
};

/** Returns the ID of the selected instance. Throws a NodeOperationError when none is selected. */
export function getInstanceId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'instanceId', 'instance', itemIndex);
}
