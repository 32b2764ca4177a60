import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toChatId } from '../../descriptions/locators/chatLocator';
import { messageTypeOptions } from '../../descriptions/messageTypes';
import { toRecipient } from '../../descriptions/phone';
import { splitEntries } from '../../descriptions/splitEntries';
import { textOrThrow } from '../../descriptions/text';
import { excerptOf } from '../../excerpt';

/** The values of the field Filters; n8n passes only those that were added. */
export interface WebhookFilters {
	chats?: unknown;
	directions?: unknown;
	owners?: unknown;
	textContains?: unknown;
	textEquals?: unknown;
	textStartsWith?: unknown;
	types?: unknown;
}

/** Chooses the message events of a webhook. */
export const webhookFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which events of messages to deliver: those that match all filters. Without a filter, all of them.',
	options: [
		{
			displayName: 'Chats',
			name: 'chats',
			type: 'string',
			default: '',
			placeholder: 'e.g. 120363041234567890@g.us',
			description:
				'Only events of these chats, by chat ID or phone number. Separate several with commas, or use an expression that returns a list.',
		},
		{
			displayName: 'Directions',
			name: 'directions',
			type: 'multiOptions',
			options: [
				{ name: 'Inbound', value: 'inbound', description: 'Messages to the account' },
				{ name: 'Outbound', value: 'outbound', description: 'Messages from the account' },
			],
			default: ['inbound'],
			description: 'Only events of messages in these directions',
		},
		{
			displayName: 'Message Types',
			name: 'types',
			type: 'multiOptions',
			options: messageTypeOptions,
			default: ['text'],
			description: 'Only events of messages of these types',
		},
		{
			displayName: 'Owners',
			name: 'owners',
			type: 'multiOptions',
			options: [
				{ name: 'Bot', value: 'bot', description: 'Chats that no person has taken' },
				{ name: 'Person', value: 'person', description: 'Chats that a person has taken' },
			],
			default: ['bot'],
			description: 'Only events of chats that these own',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice',
			description: 'Only messages whose text contains this, in upper or lower case',
		},
		{
			displayName: 'Text Equals',
			name: 'textEquals',
			type: 'string',
			default: '',
			placeholder: 'e.g. stop',
			description: 'Only messages whose whole text is this, in upper or lower case',
		},
		{
			displayName: 'Text Starts With',
			name: 'textStartsWith',
			type: 'string',
			default: '',
			placeholder: 'e.g. /order',
			description: 'Only messages whose text starts with this, in upper or lower case',
		},
	],
};

/**
 * Returns the filter of a webhook for a request body; null when no filter has a value, which removes the filter. Throws
 * a NodeOperationError for an invalid chat.
 */
export function filterBody(
	context: IExecuteFunctions,
	filters: WebhookFilters,
	itemIndex: number,
): IDataObject | null {
	const chats = splitEntries(filters.chats).map((entry) => toFilterChat(context, entry, itemIndex));
	const directions = splitEntries(filters.directions);
	const owners = splitEntries(filters.owners);
	const types = splitEntries(filters.types);
	const textContains = textOrThrow(context, filters.textContains, 'Text Contains', itemIndex);
	const textEquals = textOrThrow(context, filters.textEquals, 'Text Equals', itemIndex);
	const textStartsWith = textOrThrow(context, filters.textStartsWith, 'Text Starts With', itemIndex);
	const text = {
		...(textContains && { contains: textContains }),
		...(textEquals && { equals: textEquals }),
		...(textStartsWith && { startsWith: textStartsWith }),
	};
	const filter = {
		...(chats.length > 0 && { chats: [...new Set(chats)] }),
		...(directions.length > 0 && { directions }),
		...(owners.length > 0 && { owners }),
		...(types.length > 0 && { types }),
		...(Object.keys(text).length > 0 && { text }),
	};
	return Object.keys(filter).length > 0 ? filter : null;
}

function toFilterChat(context: IExecuteFunctions, entry: string, itemIndex: number): string {
	const recipient = toRecipient(entry);
	if (recipient !== undefined) return toChatId(recipient);
	throw new NodeOperationError(context.getNode(), `"${excerptOf(entry)}" is not a chat`, {
		description: 'Enter the chatId of a message, or a phone number with its country code.',
		itemIndex,
	});
}
