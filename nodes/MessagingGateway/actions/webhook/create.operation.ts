import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimitingLocatorValue } from '../../descriptions/locators/locator';
import { outputFields, selectOutput } from '../../descriptions/output';
import { splitEntries } from '../../descriptions/splitEntries';
import { FROM_VERSION_2, isVersion1 } from '../../descriptions/version';
import { getText, textOrThrow } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import { creation } from '../creation';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookFilters } from './filters';
import { webhookEvents, webhookName, webhookUrl } from './formFields';
import { selectedEvents } from './selectedEvents';
import type { WebhookSettings } from './settings';
import { collectSeconds, ordered, ratePerSecond, settingsBody } from './settings';
import { createOptions } from './v1/fields';

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['create'] } }, [
	{
		...webhookUrl,
		required: true,
		hint: 'The Messaging Gateway Trigger does not need this: it registers its own webhook',
	},
	{ ...webhookEvents, required: true },
	{
		...instanceLocator,
		required: false,
		description: 'Receive only events of this instance. Leave empty for all instances.',
		hint: 'Leave empty for all instances',
	},
	createOptions,
	...updateDisplayOptions({ show: FROM_VERSION_2 }, [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [collectSeconds, webhookFilters, webhookName, ordered, ratePerSecond],
		},
		...outputFields(webhookFields),
	]),
]);

/**
 * POST /v1/webhooks. Returns the new webhook, always with its secret, because the receiver of the events needs it. Only
 * version 1 can choose the secret. Throws a NodeOperationError when an expression returns no instance, and when no event is
 * selected, except in version 1.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { name, secret, ...settings } = this.getNodeParameter('options', itemIndex) as WebhookSettings & {
		name?: unknown;
		secret?: string;
	};
	const events = this.getNodeParameter('events', itemIndex) as unknown;
	const nameText = textOrThrow(this, name, 'Name', itemIndex);
	const instanceId = getLimitingLocatorValue(this, 'instanceId', {
		label: 'Instance',
		all: 'instances',
		itemIndex,
	});
	const body: IDataObject = {
		url: getText(this, 'url', 'URL', itemIndex).trim(),
		events: isVersion1(this.getNode()) ? splitEntries(events) : selectedEvents(this, events, itemIndex),
		...(instanceId && { instanceId }),
		...(nameText && { name: nameText }),
		...(secret && isVersion1(this.getNode()) && { secret }),
		...settingsBody(this, 'options', settings, itemIndex),
	};
	const webhook = await gatewayData(this, {
		method: 'POST',
		path: '/v1/webhooks',
		...creation(this, { what: 'webhook', operation: 'Webhook > Get Many' }, itemIndex),
		body,
		itemIndex,
	});
	if (isVersion1(this.getNode())) return [{ json: webhook }];
	const { json } = selectOutput(this, itemIndex, webhook, webhookFields);
	return [{ json: { ...json, secret: webhook.secret } }];
}
