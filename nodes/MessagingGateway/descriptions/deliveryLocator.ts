import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, locatedOf } from './locator';

/** A delivery to the chosen webhook. */
export const deliveryLocator: INodeProperties = {
	displayName: 'Delivery',
	name: 'deliveryId',
	type: 'resourceLocator',
	typeOptions: { loadOptionsDependsOn: ['webhookId.value'] },
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The delivery, e.g. by the ID that Get Many Deliveries or Get Logs gave',
	modes: [
		fromList('searchDeliveries', 'Select a delivery...'),
		byId(
			'e.g. dlv_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^dlv_[0-9a-z]{26}$',
			'A delivery ID is dlv_ and 26 small letters or digits',
		),
	],
};

/** Gives the ID of the chosen delivery; throws a NodeOperationError when none is chosen. */
export function deliveryIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return locatedOf(context, 'deliveryId', 'delivery', itemIndex);
}
