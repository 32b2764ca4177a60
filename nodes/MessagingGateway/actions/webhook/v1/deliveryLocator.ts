import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, getLocatorValue } from '../../../descriptions/locators/locator';

/** A delivery of the selected webhook. */
export const deliveryLocator: INodeProperties = {
	displayName: 'Delivery',
	name: 'deliveryId',
	type: 'resourceLocator',
	typeOptions: { loadOptionsDependsOn: ['webhookId.value'] },
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The delivery, e.g. by an ID of Get Many Deliveries or Get Logs',
	modes: [
		fromList('searchDeliveries', 'Select a delivery...'),
		byId(
			'e.g. dlv_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^dlv_[0-9a-z]{26}$',
			'A delivery ID is dlv_ and 26 lowercase letters or digits',
		),
	],
};

/** Returns the ID of the selected delivery. Throws a NodeOperationError when none is selected. */
export function getDeliveryId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'deliveryId', 'delivery', itemIndex);
}
