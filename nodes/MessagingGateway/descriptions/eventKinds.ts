import type { INodePropertyOptions } from 'n8n-workflow';

/** The event kinds a webhook can ask for (specification: Events; the notice is an addition), sorted by name as n8n lists them. */
export const eventKindOptions: INodePropertyOptions[] = [
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
		description: 'The network told something about the account, e.g. that a template was paused',
	},
	{
		name: 'Instance QR Code Updated',
		value: 'instance.qr_updated',
		description: 'A new QR code waits to be scanned',
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
		description: 'The recipient has read a sent message',
	},
	{
		name: 'Message Received',
		value: 'message.received',
		description: 'Somebody wrote to an instance',
	},
	{
		name: 'Message Sent',
		value: 'message.sent',
		description: 'A message was handed over to the network',
	},
];
