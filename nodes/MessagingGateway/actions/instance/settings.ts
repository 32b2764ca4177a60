import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { eventTypeOptions } from '../../descriptions/eventTypes';

/** The options of Create and Update besides the name; n8n passes only those that were added. */
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
		description: 'Whether incoming messages are marked as read automatically',
	},
	{
		displayName: 'Send Typing Indicator',
		name: 'autoTyping',
		type: 'boolean',
		default: true,
		description: 'Whether to show the recipient a typing indicator before each message',
	},
	{
		displayName: 'Webhook Events',
		name: 'webhookEvents',
		type: 'multiOptions',
		options: eventTypeOptions,
		default: [],
		description: 'The events to deliver to the webhook URL. Leave empty for all events.',
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/events',
		description:
			'Address outside n8n that receives the events of this instance. The Messaging Gateway Trigger does not need it, because it registers its own webhook.',
	},
];

/** Returns `{settings}` for a request body, or `{}` when no setting was added. */
export function settingsBody({ autoRead, autoTyping }: InstanceSettings): IDataObject {
	const settings = {
		...(autoRead !== undefined && { autoRead }),
		...(autoTyping !== undefined && { autoTyping }),
	};
	return Object.keys(settings).length > 0 ? { settings } : {};
}
