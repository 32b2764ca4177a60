import type { INodePropertyOptions } from 'n8n-workflow';

const messageEvents: INodePropertyOptions[] = [
	{
		name: 'Message Received',
		value: 'message.received',
		description: 'An instance received a message',
	},
	{
		name: 'Message Sent',
		value: 'message.sent',
		description: 'The network accepted a message',
	},
	{
		name: 'Message Delivered',
		value: 'message.delivered',
		description: 'A sent message reached the phone of its recipient',
	},
	{
		name: 'Message Read',
		value: 'message.read',
		description: 'The recipient read a sent message',
	},
	{
		name: 'Message Failed',
		value: 'message.failed',
		description: 'A message could not be delivered, with the error',
	},
	{
		name: 'Own Message Written',
		value: 'message.echo',
		description: "A person wrote a message on the account's phone or on the page of the gateway",
	},
];

const messageChangeEvents: INodePropertyOptions[] = [
	{
		name: 'Message Edited',
		value: 'message.edited',
		description: 'A person changed the text of a message',
	},
	{
		name: 'Message Deleted',
		value: 'message.deleted',
		description: 'A person deleted a message for everyone',
	},
	{
		name: 'Message Reaction',
		value: 'message.reaction',
		description: 'A person reacted to a message with an emoji, or removed the reaction',
	},
	{
		name: 'Poll Vote',
		value: 'poll.voted',
		description: 'A person voted in a poll, or changed the vote, with the counts of all votes',
	},
	{
		name: 'Message Unavailable',
		value: 'message.unavailable',
		description: 'A message arrived that cannot be shown, e.g. a view-once picture, with the reason',
	},
];

const chatEvents: INodePropertyOptions[] = [
	{
		name: 'Chat Taken Over',
		value: 'chat.taken',
		description: 'A person answers in a chat, so that bots are silent there',
	},
	{
		name: 'Chat Released',
		value: 'chat.released',
		description: 'Bots may answer in a chat again, after silence or on request',
	},
	{
		name: 'Call Received',
		value: 'call.received',
		description: 'A person calls an instance',
	},
	{
		name: 'Presence Updated',
		value: 'presence.updated',
		description: 'A person is online or types, for a day after Chat > Subscribe to Presence',
	},
];

const contactEvents: INodePropertyOptions[] = [
	{
		name: 'Contact Updated',
		value: 'contact.updated',
		description: 'The name, the picture or the IDs of a contact changed',
	},
];

const groupEvents: INodePropertyOptions[] = [
	{
		name: 'Group Updated',
		value: 'group.updated',
		description: 'The name, the description, the picture or the settings of a group changed',
	},
	{
		name: 'Group Participants Changed',
		value: 'group.participants',
		description: 'People joined or left a group, or became or ceased to be its admins',
	},
];

const instanceEvents: INodePropertyOptions[] = [
	{
		name: 'Instance Connected',
		value: 'instance.connected',
		description: 'An instance is connected to its account, e.g. after the QR code was scanned',
	},
	{
		name: 'Instance Disconnected',
		value: 'instance.disconnected',
		description: 'An instance lost its connection, with the reason',
	},
	{
		name: 'Instance QR Code Updated',
		value: 'instance.qr_updated',
		action: 'On instance QR code updated',
		description: 'A new QR code is ready to be scanned',
	},
	{
		name: 'Instance Restricted',
		value: 'instance.restricted',
		description: 'The network restricts what an account may send, or ended the restriction',
	},
	{
		name: 'Instance Notice',
		value: 'instance.notice',
		description: 'The network reported a change of the account, e.g. a paused template',
	},
];

const webhookEvents: INodePropertyOptions[] = [
	{
		name: 'Webhook Failing',
		value: 'webhook.failing',
		description: 'The deliveries of another webhook fail again and again, with the last error',
	},
	{
		name: 'Webhook Recovered',
		value: 'webhook.recovered',
		description: 'The deliveries of another webhook succeed again',
	},
];

const alertEvents: INodePropertyOptions[] = [
	{
		name: 'Alert Firing',
		value: 'alert.firing',
		description: 'The gateway alerts: a webhook, an instance, a queue or the disk needs attention',
	},
	{
		name: 'Alert Resolved',
		value: 'alert.resolved',
		description: 'An alert of the gateway has ended',
	},
];

/** The events that the gateway delivers where none is selected (specification: Events), for the forms. */
export const STANDARD_EVENTS =
	'those of messages received, sent, delivered, read and failed, and of instances connected, disconnected and with a new QR code';

/** The events that belong to a chat. */
export const chatEventTypeOptions: INodePropertyOptions[] = [
	...messageEvents,
	...messageChangeEvents,
	...chatEvents,
	...groupEvents,
];

/**
 * All events of the gateway (specification: Events, and additions), for the forms. n8n shows no groups in a list, so the
 * events of a group follow one another. The node panel of n8n names an action after each, e.g. "On message received".
 */
export const eventTypeOptions: INodePropertyOptions[] = [
	...messageEvents,
	...messageChangeEvents,
	...chatEvents,
	...contactEvents,
	...groupEvents,
	...instanceEvents,
	...webhookEvents,
	...alertEvents,
];
