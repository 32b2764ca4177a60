import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, byUrl, fromList, getLocatorValue } from './locator';

/** A webhook of the gateway. */
export const webhookLocator: INodeProperties = {
	displayName: 'Webhook',
	name: 'webhookId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The webhook to work with',
	modes: [
		fromList('searchWebhooks', 'Select a webhook...'),
		byId(
			'e.g. wh_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^wh_[0-9a-z]{26}$',
			'A webhook ID is wh_ and 26 lowercase letters or digits',
		),
		byUrl(
			'e.g. https://gateway.example.com/v1/webhooks/wh_01jd2c7v9qk3m5x8w4t6r1y0za',
			'(wh_[0-9a-z]{26})',
			'The URL contains no webhook ID, which is wh_ and 26 lowercase letters or digits',
		),
	],
};

/** Returns the ID of the selected webhook. Throws a NodeOperationError when none is selected. */
export function getWebhookId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'webhookId', 'webhook', itemIndex);
}
