import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventTypeOptions } from '../../../descriptions/eventTypes';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['sendTest'] } },
	[
		webhookLocator,
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			options: eventTypeOptions,
			default: 'message.received',
			description: 'The event to deliver a sample of',
		},
	],
);

/** POST /v1/webhooks/{id}/test. Returns the result of the first attempt: statusCode, responseTime, status. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/test`;
	const body = { event: this.getNodeParameter('event', itemIndex) as string };
	return [{ json: await gatewayData(this, { method: 'POST', path, body, itemIndex }) }];
}
