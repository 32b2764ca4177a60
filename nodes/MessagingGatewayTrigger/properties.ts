import type { INodeProperties } from 'n8n-workflow';

import { binaryOutput } from '../MessagingGateway/descriptions/binaryOutput';
import { eventTypeOptions } from '../MessagingGateway/descriptions/eventTypes';
import { instanceLocator } from '../MessagingGateway/descriptions/locators/instanceLocator';
import { outputFields } from '../MessagingGateway/descriptions/output';
import { filters } from './filters/properties';
import { ALL_FIELDS } from './output/eventFields';
import { removeDuplicates } from './removeDuplicates';

/** The form of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventTypeOptions,
		default: ['message.received'],
		required: true,
		description: 'The events that start the workflow',
	},
	{
		...instanceLocator,
		required: false,
		description: 'Start only on events of this instance. Leave empty for all instances.',
		hint: 'Leave empty for all instances',
	},
	filters,
	...outputFields({ all: ALL_FIELDS, simplified: ['event', 'chatId', 'content'] }),
	{
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether to download the file of a message into a binary field. This also applies to the QR code of an instance.',
	},
	{
		...binaryOutput('file'),
		displayOptions: { show: { downloadFiles: [true] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Group Messages for (Seconds)',
				name: 'collectSeconds',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 300 },
				default: 5,
				description:
					'How long the gateway waits for further messages of a chat. After a pause of this length, the workflow starts once with all messages of the chat. With 0 it starts for each message.',
			},
			{
				displayName: 'Keep Order in Each Chat',
				name: 'ordered',
				type: 'boolean',
				default: true,
				description:
					'Whether an event of a chat waits until n8n has accepted the one before it. n8n accepts an event when its execution starts, so executions start in order but can overlap. Chats do not wait for each other.',
			},
			removeDuplicates,
		],
	},
];
