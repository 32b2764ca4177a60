import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';

/** What Create and Update can set beside the name; n8n gives only the options that were added. */
export interface InstanceSettings {
	autoRead?: boolean;
	autoTyping?: boolean;
	webhookEvents?: string[];
	webhookUrl?: string;
}

export const instanceSettings: INodeProperties[] = [
	{
		displayName: 'Mark Messages as Read',
		name: 'autoRead',
		type: 'boolean',
		default: false,
		description: 'Whether incoming messages are marked as read by themselves',
	},
	{
		displayName: 'Show Typing Before Sending',
		name: 'autoTyping',
		type: 'boolean',
		default: true,
		description: 'Whether the recipient sees a typing indicator before each message',
	},
	{
		displayName: 'Webhook Events',
		name: 'webhookEvents',
		type: 'multiOptions',
		options: eventKindOptions,
		default: [],
		description: 'The events that the webhook URL receives. Leave empty for all events.',
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/events',
		description:
			'Address outside n8n that receives the events of this instance. The Messaging Gateway Trigger needs none: it registers by itself.',
	},
];

/** The `settings` of a request body; nothing when none was added. */
export function settingsBody({ autoRead, autoTyping }: InstanceSettings): IDataObject {
	const settings = {
		...(autoRead !== undefined && { autoRead }),
		...(autoTyping !== undefined && { autoTyping }),
	};
	return Object.keys(settings).length > 0 ? { settings } : {};
}
