import type { INodePropertyOptions } from 'n8n-workflow';

/** The events of a webhook (specification: Events; instance.notice is an addition), sorted by name for the n8n form. */
export const eventTypeOptions: INodePropertyOptions[] = [
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
		name: 'Instance Notice',
		value: 'instance.notice',
		description: 'The network reported a change of the account, e.g. a paused template',
	},
	{
		name: 'Instance QR Code Updated',
		value: 'instance.qr_updated',
		description: 'A new QR code is ready to be scanned',
	},
	{
		name: 'Message Delivered',
		value: 'message.delivered',
		description: 'A sent message reached the phone of its recipient',
	},
	{
		name: 'Message Failed',
		value: 'message.failed',
		description: 'A message could not be delivered, with the error',
	},
	{
		name: 'Message Read',
		value: 'message.read',
		description: 'The recipient read a sent message',
	},
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
];
