import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { splitEntries } from '../../descriptions/splitEntries';
import { gatewayData } from '../../transport/request';
import { creation } from '../creation';
import type { OperationOutput } from '../operation';
import type { InstanceSettings } from './settings';
import { instanceSettings, settingsBody } from './settings';
import { getText, textOrThrow } from '../../descriptions/text';

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['create'] } }, [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Support line',
		description: 'The name of the instance',
		hint: 'A new instance is disconnected. Use Instance > Connect next.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: instanceSettings,
	},
]);

/** POST /v1/instances. Returns the new instance, which is disconnected. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const name = getText(this, 'name', 'Name', itemIndex);
	const options = this.getNodeParameter('options', itemIndex) as InstanceSettings;
	const webhookEvents = splitEntries(options.webhookEvents);
	const webhookUrl = textOrThrow(this, options.webhookUrl, 'Webhook URL', itemIndex).trim();
	const instance = await gatewayData(this, {
		method: 'POST',
		path: '/v1/instances',
		...creation(this, { what: 'instance', operation: 'Instance > Get Many' }, itemIndex),
		body: {
			name,
			...(webhookUrl && { webhookUrl }),
			...(webhookEvents.length > 0 && { webhookEvents }),
			...settingsBody(this, options, itemIndex),
		},
		itemIndex,
	});
	return [{ json: instance }];
}
