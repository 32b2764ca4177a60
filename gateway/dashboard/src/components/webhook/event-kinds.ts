import type { EventKind } from '../../api/types.ts';

/** Every kind of event with its meaning. */
const DESCRIPTIONS: Record<EventKind, string> = {
	'message.received': 'A message arrives',
	'message.sent': 'A message is sent to the network',
	'message.delivered': 'A message reaches the phone',
	'message.read': 'A message is read',
	'message.failed': 'A message could not be sent',
	'message.echo': 'A message was written on the phone',
	'message.edited': 'A message was edited',
	'message.deleted': 'A message was deleted',
	'message.reaction': 'Somebody reacted to a message',
	'message.unavailable': 'A message cannot be shown here',
	'poll.voted': 'Somebody voted in a poll',
	'contact.updated': 'A contact has a new name or picture',
	'group.updated': 'A group changes its name, settings or picture',
	'group.participants': 'People join or leave a group, or are made admins',
	'presence.updated': 'Somebody is online or types',
	'call.received': 'Somebody calls',
	'chat.taken': 'A person takes over a chat',
	'chat.released': 'The bot has a chat again',
	'instance.restricted': 'The network limits the account',
	'webhook.failing': 'Deliveries to another webhook fail',
	'webhook.recovered': 'Deliveries to another webhook succeed again',
	'alert.firing': 'The gateway raises an alert',
	'alert.resolved': 'An alert of the gateway has ended',
	'instance.connected': 'An instance connects',
	'instance.disconnected': 'An instance disconnects',
	'instance.qr_updated': 'There is a new QR code',
	'instance.notice': 'The network sends a notice about the account',
};

export const EVENT_KINDS = Object.keys(DESCRIPTIONS) as EventKind[];
export const EVENT_OPTIONS = EVENT_KINDS.map((value) => ({
	value,
	label: value,
	description: DESCRIPTIONS[value],
}));
