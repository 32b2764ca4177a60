import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toChatId } from '../MessagingGateway/descriptions/chatLocator';
import { toPerson } from '../MessagingGateway/descriptions/phone';
import type { TextRegex } from './regex/createTextRegex';
import { createTextRegex } from './regex/createTextRegex';

/** The values of Filters; n8n passes only the filters that were added. */
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
			displayName: 'Chat Type',
			name: 'chatType',
			type: 'options',
			options: [
				{ name: 'Direct Chats Only', value: 'direct' },
				{ name: 'Groups Only', value: 'group' },
			],
			default: 'direct',
			description: 'Start only on messages of chats of this type',
		},
		{
			displayName: 'Chats',
			name: 'chats',
			type: 'string',
			default: '',
			placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
			description: 'Start only on messages of these chats: chat IDs or phone numbers, separated by commas',
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
				'Start only on messages received from these phone numbers or sender IDs, separated by commas',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. order',
			description: 'Start only on messages whose text contains this, ignoring case',
		},
		{
			displayName: 'Text Matches Regex',
			name: 'textMatches',
			type: 'string',
			default: '',
			placeholder: 'e.g. ^order\\s+\\d+$',
			description: 'Start only on messages whose text matches this regular expression, ignoring case',
		},
	],
};

/**
 * Returns whether the data of an event matches all filters. Each filter checks one field and accepts data without that
 * field: an event of an instance has no chat, and only message.received and message.sent have a text.
 */
export function matchesFilters(filters: Filters, data: IDataObject): boolean {
	const { chatId, senderId, type, content } = data as Partial<Record<string, string>>;
	// `from` is null for a person whose phone number the network hides.
	const from = (data.from ?? undefined) as string | undefined;
	const chats = splitList(filters.chats).map(toChatId);
	const senders = splitList(filters.senders).map(toPerson);
	return (
		(chats.length === 0 || chatId === undefined || chats.includes(chatId)) &&
		(!filters.chatType || chatId === undefined || chatTypeOf(chatId) === filters.chatType) &&
		(senders.length === 0 || matchesSender(senders, [from, senderId])) &&
		(!filters.types?.length || type === undefined || filters.types.includes(type)) &&
		(content === undefined || matchesText(filters, content))
	);
}

/** Returns whether `senders` contains an identifier of the sender, or the event has no sender, e.g. for a sent message. */
function matchesSender(senders: (string | undefined)[], identifiers: (string | undefined)[]): boolean {
	const known = identifiers.filter((identifier) => identifier !== undefined);
	return known.length === 0 || known.some((identifier) => senders.includes(identifier));
}

/**
 * Returns the filter Text Matches Regex; undefined when it is empty. Throws a SyntaxError when it is invalid, and
 * UnsupportedRegex.
 */
export function textRegex({ textMatches }: Filters): TextRegex | undefined {
	return textMatches ? createTextRegex(textMatches) : undefined;
}

/** Returns the entries of Chats and Senders that are neither a phone number nor an ID. */
export function invalidEntries({ chats, senders }: Filters): string[] {
	return [
		...splitList(chats).filter((entry) => !toChatId(entry).includes('@')),
		...splitList(senders).filter((entry) => toPerson(entry) === undefined),
	];
}

function matchesText(filters: Filters, content: string): boolean {
	const part = filters.textContains?.toLowerCase() ?? '';
	return content.toLowerCase().includes(part) && matchesRegex(filters, content);
}

/** An invalid regex matches nothing. Registration rejects it, but an n8n expression may return one later. */
function matchesRegex(filters: Filters, content: string): boolean {
	try {
		return textRegex(filters)?.test(content) ?? true;
	} catch {
		return false;
	}
}

function chatTypeOf(chatId: string): 'direct' | 'group' {
	return chatId.endsWith('@g.us') ? 'group' : 'direct';
}

function splitList(text = ''): string[] {
	return text
		.split(/[,;\n]/)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
