import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { splitEntries } from '../MessagingGateway/descriptions/splitEntries';

/** Returns the events that start the workflow. An expression may return a text instead of a list. */
export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return splitEntries(context.getNodeParameter('events'));
}
