import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

const secret: INodeProperties = {
	displayName: 'Signing Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'The new secret, 8 to 256 characters. Leave empty to generate one.',
};

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['rotateSecret'] } },
	[webhookLocator, secret],
);

/** POST /v1/webhooks/{id}/rotate-secret (an addition). Returns the webhook with its new secret. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/rotate-secret`;
	const own = this.getNodeParameter('secret', itemIndex, '') as string;
	const body = own === '' ? {} : { secret: own };
	return [{ json: await gatewayData(this, { method: 'POST', path, body, itemIndex }) }];
}
