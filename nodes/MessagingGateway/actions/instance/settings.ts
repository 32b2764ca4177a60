import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { eventTypeOptions, STANDARD_EVENTS } from '../../descriptions/eventTypes';
import { textOrThrow } from '../../descriptions/text';

/** The options of Create and Update besides the name; n8n passes only those that were added. */
export interface InstanceSettings {
	autoRead?: boolean;
	autoTyping?: boolean;
	rejectCalls?: boolean;
	/** E.g. `30m`; empty: nobody takes chats. */
	releaseAfter?: unknown;
	webhookEvents?: unknown;
	webhookUrl?: unknown;
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
		displayName: 'Reject Calls',
		name: 'rejectCalls',
		type: 'boolean',
		default: false,
		description: 'Whether calls to the account are rejected',
	},
	{
		displayName: 'Release Taken Chats After',
		name: 'releaseAfter',
		type: 'string',
		default: '30m',
		placeholder: 'e.g. 30m',
		description:
			'A person who writes on the phone or the page takes the chat: messages of workflows are refused until the person is silent for this time, from 1m to 7d. Leave empty to turn this off.',
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
		description: `The events to deliver to the webhook URL. Leave empty for ${STANDARD_EVENTS}.`,
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
export function settingsBody(
	context: IExecuteFunctions,
	options: InstanceSettings,
	itemIndex: number,
): IDataObject {
	const { autoRead, autoTyping, rejectCalls, releaseAfter } = options;
	const settings = {
		...(autoRead !== undefined && { autoRead: toBoolean(autoRead) }),
		...(autoTyping !== undefined && { autoTyping: toBoolean(autoTyping) }),
		...(rejectCalls !== undefined && { rejectCalls: toBoolean(rejectCalls) }),
		...(releaseAfter !== undefined && {
			takeover: takeover(textOrThrow(context, releaseAfter, 'Release Taken Chats After', itemIndex).trim()),
		}),
	};
	return Object.keys(settings).length > 0 ? { settings } : {};
}

function takeover(releaseAfter: string): IDataObject | null {
	return releaseAfter === '' ? null : { releaseAfter };
}
