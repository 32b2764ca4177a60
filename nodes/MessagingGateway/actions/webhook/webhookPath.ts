import type { IExecuteFunctions } from 'n8n-workflow';

import { getWebhookId } from '../../descriptions/locators/webhookLocator';

/** Returns the path of the selected webhook. */
export function webhookPath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/webhooks/${encodeURIComponent(getWebhookId(context, itemIndex))}`;
}
