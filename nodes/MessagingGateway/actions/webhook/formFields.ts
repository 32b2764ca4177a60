import type { INodeProperties } from 'n8n-workflow';

import { eventTypeOptions } from '../../descriptions/eventTypes';

export const webhookUrl: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/events',
	description: 'Public HTTPS address that receives the events',
};

export const webhookEvents: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventTypeOptions,
	default: ['message.received'],
	description: 'The events to receive',
};

export const webhookName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Orders',
	description: 'The name of the webhook',
};

export const webhookStatus: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active', description: 'Receives events' },
		{ name: 'Inactive', value: 'inactive', description: 'Does not receive events' },
	],
	default: 'active',
	description: 'Whether the webhook receives events',
};
