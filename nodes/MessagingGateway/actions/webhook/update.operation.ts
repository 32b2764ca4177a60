import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { selectOutput, outputFields } from '../../descriptions/output';
import { FROM_VERSION_2, isVersion1 } from '../../descriptions/version';
import { webhookLocator } from '../../descriptions/locators/webhookLocator';
import { textOrThrow } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import { noFieldsToUpdate } from '../noFieldsToUpdate';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookFilters } from './filters';
import { webhookEvents, webhookName, webhookStatus, webhookUrl } from './formFields';
import { selectedEvents } from './selectedEvents';
import type { WebhookSettings } from './settings';
import { collectSeconds, ordered, ratePerSecond, settingsBody } from './settings';
import { updateFields as updateFieldsOfVersion1 } from './v1/fields';
import { webhookPath } from './webhookPath';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	displayOptions: { show: FROM_VERSION_2 },
	description: 'Fields that are not added keep their values',
	options: [
		collectSeconds,
		webhookEvents,
		{ ...webhookFilters, description: `${webhookFilters.description} Add Filters alone to remove them.` },
		{ ...webhookName, description: 'The name of the webhook. Leave empty to remove it.' },
		ordered,
		ratePerSecond,
		{
			displayName: 'Rotate Secret',
			name: 'rotateSecret',
			type: 'boolean',
			default: true,
			description:
				'Whether to replace the signing secret by a new one, which the output then contains. For a day the gateway signs with the previous one too.',
		},
		webhookStatus,
		webhookUrl,
	],
};

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['update'] } }, [
	webhookLocator,
	updateFieldsOfVersion1,
	updateFields,
	...outputFields(webhookFields),
]);

interface UpdateFields extends WebhookSettings {
	events?: unknown;
	name?: unknown;
	rotateSecret?: unknown;
	status?: string;
	url?: unknown;
}

/**
 * PUT /v1/webhooks/{id} with the fields that were added, then POST …/rotate-secret (an addition) if it was chosen. Returns
 * the changed webhook, with its secret if that is new. Throws a NodeOperationError when no field was added, or Events without
 * an event.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const fields = this.getNodeParameter('updateFields', itemIndex) as UpdateFields;
	const rotate = toBoolean(fields.rotateSecret) === true;
	const body = isVersion1(this.getNode()) ? (fields as IDataObject) : changesOf(this, fields, itemIndex);
	const isChanged = Object.keys(body).length > 0;
	if (!isChanged && !rotate) {
		throw noFieldsToUpdate(this, itemIndex);
	}
	const path = webhookPath(this, itemIndex);
	let webhook: IDataObject = {};
	if (isChanged) webhook = await gatewayData(this, { method: 'PUT', path, body, itemIndex });
	if (rotate) {
		const rotation = { method: 'POST', path: `${path}/rotate-secret`, body: {}, itemIndex } as const;
		webhook = await gatewayData(this, rotation);
	}
	const { json } = selectOutput(this, itemIndex, webhook, webhookFields);
	return [{ json: rotate ? { ...json, secret: webhook.secret } : json }];
}

function changesOf(
	context: IExecuteFunctions,
	{ events, name, status, url, ...settings }: UpdateFields,
	itemIndex: number,
): IDataObject {
	const text = (value: unknown, field: string) => textOrThrow(context, value, field, itemIndex);
	return {
		...(events !== undefined && { events: selectedEvents(context, events, itemIndex) }),
		...(name !== undefined && { name: text(name, 'Name') || null }),
		...(status !== undefined && { status }),
		...(url !== undefined && { url: text(url, 'URL').trim() }),
		...settingsBody(context, 'updateFields', settings, itemIndex),
	};
}
