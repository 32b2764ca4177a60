import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toChatId } from '../MessagingGateway/descriptions/chatLocator';
import { toPerson } from '../MessagingGateway/descriptions/phone';

/** What is filled in under Filters; n8n gives only what was added. */
export interface Filters {
	chats?: string;
	chatType?: 'direct' | 'group';
	senders?: string;
	textContains?: string;
	textMatches?: string;
	types?: string[];
}

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which message events start the workflow; events of instances always do',
	options: [
		{
			displayName: 'Chats',
			name: 'chats',
			type: 'string',
			default: '',
			placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
			description: 'Start only on messages of these chats: chat IDs or phone numbers, separated by commas',
		},
		{
			displayName: 'Direct or Group',
			name: 'chatType',
			type: 'options',
			options: [
				{ name: 'Direct Chats Only', value: 'direct' },
				{ name: 'Groups Only', value: 'group' },
			],
			default: 'direct',
			description: 'Start only on messages of direct chats, or only on those of groups',
		},
		{
			displayName: 'Message Types',
			name: 'types',
			type: 'multiOptions',
			options: [
				{ name: 'Audio', value: 'audio' },
				{ name: 'Document', value: 'document' },
				{ name: 'Image', value: 'image' },
				{ name: 'Text', value: 'text' },
				{ name: 'Unsupported', value: 'unsupported' },
				{ name: 'Video', value: 'video' },
			],
			default: ['text'],
			description: 'Start only on messages of these types, received or sent',
		},
		{
			displayName: 'Senders',
			name: 'senders',
			type: 'string',
			default: '',
			placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
			description:
				'Start only on received messages of these phone numbers or sender IDs, separated by commas',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. order',
			description: 'Start only on messages whose text contains this, in capitals or not',
		},
		{
			displayName: 'Text Matches Regex',
			name: 'textMatches',
			type: 'string',
			default: '',
			placeholder: 'e.g. ^order\\s+\\d+$',
			description: 'Start only on messages whose text matches this regular expression, in capitals or not',
		},
	],
};

/**
 * Tells whether the data of an event passes the filters. Each filter looks at one field, and lets pass what has no
 * such field: an event of an instance has no chat, and only messages received and sent have a text.
 */
export function passes(wanted: Filters, data: IDataObject): boolean {
	const { chatId, senderId, type, content } = data as Partial<Record<string, string>>;
	// It is null for somebody whose phone number the network does not tell.
	const from = (data.from ?? undefined) as string | undefined;
	const chats = listOf(wanted.chats).map(toChatId);
	const senders = listOf(wanted.senders).map(toPerson);
	return (
		(chats.length === 0 || chatId === undefined || chats.includes(chatId)) &&
		(!wanted.chatType || chatId === undefined || chatTypeOf(chatId) === wanted.chatType) &&
		(senders.length === 0 || isOneOf(senders, [from, senderId])) &&
		(!wanted.types?.length || type === undefined || wanted.types.includes(type)) &&
		(content === undefined || textPasses(wanted, content))
	);
}

/** Whether one of the names of a sender is wanted; what has no sender was not received. */
function isOneOf(senders: (string | undefined)[], names: (string | undefined)[]): boolean {
	const known = names.filter((name) => name !== undefined);
	return known.length === 0 || known.some((name) => senders.includes(name));
}

/** The regular expression of the filter; undefined when there is none. Throws a SyntaxError when it is none. */
export function regexOf({ textMatches }: Filters): RegExp | undefined {
	return textMatches ? new RegExp(textMatches, 'iu') : undefined;
}

/** What stands in Chats or Senders and is nobody's: no phone number and no ID. */
export function unknownEntries({ chats, senders }: Filters): string[] {
	return [
		...listOf(chats).filter((entry) => !toChatId(entry).includes('@')),
		...listOf(senders).filter((entry) => toPerson(entry) === undefined),
	];
}

function textPasses(wanted: Filters, content: string): boolean {
	const part = wanted.textContains?.toLowerCase() ?? '';
	return content.toLowerCase().includes(part) && matches(wanted, content);
}

/** Registration refuses an expression that is none; one that an expression of n8n gives later matches nothing. */
function matches(wanted: Filters, content: string): boolean {
	try {
		return regexOf(wanted)?.test(content) ?? true;
	} catch {
		return false;
	}
}

function chatTypeOf(chatId: string): 'direct' | 'group' {
	return chatId.endsWith('@g.us') ? 'group' : 'direct';
}

function listOf(text = ''): string[] {
	return text
		.split(/[,;\n]/)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
