import type { INodeProperties } from 'n8n-workflow';

import { STANDARD_EVENTS } from '../../../descriptions/eventTypes';
import { VERSION_1 } from '../../../descriptions/version';
import { webhookEvents, webhookName, webhookStatus, webhookUrl } from '../formFields';

/** A secret in the parameters of a node can be read by everyone who can open the workflow; version 2 has no such field. */
const secret: INodeProperties = {
	displayName: 'Signing Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'The secret to sign deliveries with, 8 to 256 characters. Leave empty to generate one.',
};

export const createOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: VERSION_1 },
	options: [webhookName, secret],
};

export const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	displayOptions: { show: VERSION_1 },
	description: 'Fields that are not added keep their values',
	options: [
		{ ...webhookEvents, description: `${webhookEvents.description}. Leave empty for ${STANDARD_EVENTS}.` },
		webhookName,
		{ ...secret, description: 'The secret to sign deliveries with, 8 to 256 characters' },
		webhookStatus,
		webhookUrl,
	],
};

export const listFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	displayOptions: { show: VERSION_1 },
	options: [
		{
			displayName: 'Instance ID',
			name: 'instanceId',
			type: 'string',
			default: '',
			placeholder: 'e.g. inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only webhooks for events of this instance',
		},
		{ ...webhookStatus, description: 'Return only webhooks of this status' },
	],
};
