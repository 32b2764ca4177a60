import type { INodeProperties } from 'n8n-workflow';

import { binaryOutput } from '../MessagingGateway/descriptions/binaryOutput';
import { eventKindOptions } from '../MessagingGateway/descriptions/eventKinds';
import { instanceLocator } from '../MessagingGateway/descriptions/instanceLocator';
import { outputChoice } from '../MessagingGateway/descriptions/output';
import { filters } from './filters';

/** The fields of events (specification: Events; some are additions). */
const EVENT_FIELDS = [
	'chatId',
	'contactName',
	'content',
	'deliveredAt',
	'details',
	'error',
	'event',
	'eventId',
	'expiresAt',
	'from',
	'instanceId',
	'isGroup',
	'mediaError',
	'message',
	'messageId',
	'messages',
	'metadata',
	'phone',
	'profileName',
	'qrCode',
	'quotedMessageId',
	'readAt',
	'reason',
	'senderId',
	'status',
	'test',
	'timestamp',
	'to',
	'topic',
	'type',
	'unsupported',
];

/** The form of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventKindOptions,
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
	...outputChoice({ all: EVENT_FIELDS, simplified: ['event', 'chatId', 'content'] }),
	{
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether to put out the file of a received media message, and the QR code of an instance, as a file too',
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
				displayName: 'Collect Messages for (Seconds)',
				name: 'collectSeconds',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 90 },
				default: 5,
				description:
					'How long a chat must be silent before the workflow starts, once, with all messages that came in the meantime. 0 starts it for each message.',
			},
		],
	},
];
