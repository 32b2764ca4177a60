import type { IExecuteFunctions } from 'n8n-workflow';

import { webhookIdOf } from '../../descriptions/webhookLocator';

/** The path of the chosen webhook at the gateway. */
export function webhookPath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/webhooks/${encodeURIComponent(webhookIdOf(context, itemIndex))}`;
}
