import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { removableText, textOrThrow } from '../../descriptions/text';
import { splitEntries } from '../../descriptions/splitEntries';
import { gatewayData } from '../../transport/request';
import { noFieldsToUpdate } from '../noFieldsToUpdate';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';
import type { InstanceSettings } from './settings';
import { instanceSettings, settingsBody } from './settings';

const WEBHOOK_URL = { path: 'updateFields.webhookUrl', label: 'Webhook URL', removes: 'the URL' };

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['update'] } }, [
	instanceLocator,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'Fields that are not added keep their values',
		options: [
			...instanceSettings.slice(0, 1),
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Support line',
				description: 'The name of the instance',
			},
			...instanceSettings.slice(1),
		],
	},
]);

/**
 * PATCH /v1/instances/{instanceId} with the fields that were added; an empty webhook URL removes the URL. Returns ID,
 * name, webhook URL and settings. Throws a NodeOperationError when no field was added.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const fields = this.getNodeParameter('updateFields', itemIndex) as InstanceSettings & { name?: unknown };
	const { name, webhookUrl, webhookEvents } = fields;
	const body = {
		...(name !== undefined && { name: textOrThrow(this, name, 'Name', itemIndex) }),
		...(webhookUrl !== undefined && {
			webhookUrl: removableText(this, webhookUrl, WEBHOOK_URL, itemIndex)?.trim() ?? null,
		}),
		...(webhookEvents !== undefined && { webhookEvents: splitEntries(webhookEvents) }),
		...settingsBody(this, fields, itemIndex),
	};
	if (Object.keys(body).length === 0) {
		throw noFieldsToUpdate(this, itemIndex);
	}
	const instance = await gatewayData(this, {
		method: 'PATCH',
		path: instancePath(this, itemIndex),
		body,
		itemIndex,
	});
	return [{ json: instance }];
}
