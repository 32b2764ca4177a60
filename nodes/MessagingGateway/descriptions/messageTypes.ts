import type { INodePropertyOptions } from 'n8n-workflow';

/** The message types of the gateway (specification: Messages, and additions), sorted by name. */
export const messageTypeOptions: INodePropertyOptions[] = [
	{ name: 'Audio', value: 'audio', description: 'Audio files and voice notes' },
	{ name: 'Contacts', value: 'contacts', description: 'Contact cards' },
	{ name: 'Document', value: 'document', description: 'Files' },
	{ name: 'Image', value: 'image', description: 'Pictures' },
	{ name: 'Location', value: 'location', description: 'Places and live locations' },
	{ name: 'Order', value: 'order', description: 'Orders from a catalog' },
	{ name: 'Poll', value: 'poll', description: 'Questions with answers to vote for' },
	{ name: 'Sticker', value: 'sticker', description: 'Stickers' },
	{ name: 'Text', value: 'text', description: 'Texts and tapped buttons' },
	{ name: 'Unsupported', value: 'unsupported', description: 'Messages that cannot be shown' },
	{ name: 'Video', value: 'video', description: 'Videos' },
];
