import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './path';
import type { InstanceSettings } from './settings';
import { instanceSettings, settingsBody } from './settings';

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['update'] } }, [
	instanceLocator,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'What is not added here stays as it is',
		options: [
			...instanceSettings.slice(0, 1),
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Support line',
				description: 'A name to recognise the instance by',
			},
			...instanceSettings.slice(1),
		],
	},
]);

/**
 * PATCH /v1/instances/{instanceId} with the fields that were added. A webhook URL that is added and left empty
 * takes the URL away. Gives what the gateway answers: ID, name, webhook URL and settings.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const fields = this.getNodeParameter('updateFields', itemIndex) as InstanceSettings & { name?: string };
	const { name, webhookUrl, webhookEvents } = fields;
	const body = {
		...(name !== undefined && { name }),
		...(webhookUrl !== undefined && { webhookUrl: webhookUrl.trim() || null }),
		...(webhookEvents !== undefined && { webhookEvents }),
		...settingsBody(fields),
	};
	if (Object.keys(body).length === 0) {
		throw new NodeOperationError(this.getNode(), 'Nothing is to be updated', {
			description: 'Add the fields that shall change under Update Fields.',
			itemIndex,
		});
	}
	const instance = await gatewayData(this, {
		method: 'PATCH',
		path: instancePath(this, itemIndex),
		body,
		itemIndex,
	});
	return [{ json: instance }];
}
