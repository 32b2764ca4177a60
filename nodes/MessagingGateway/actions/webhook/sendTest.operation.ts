import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';
import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './path';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['sendTest'] } },
	[
		webhookLocator,
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			options: eventKindOptions,
			default: 'message.received',
			description: 'The kind of event that a sample is delivered of',
		},
	],
);

/** POST /v1/webhooks/{id}/test. Gives what came of the first attempt: statusCode, responseTime, status. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/test`;
	const body = { event: this.getNodeParameter('event', itemIndex) as string };
	return [{ json: await gatewayData(this, { method: 'POST', path, body, itemIndex }) }];
}
