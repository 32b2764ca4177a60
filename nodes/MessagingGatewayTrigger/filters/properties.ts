import type { INodeProperties } from 'n8n-workflow';

import { messageTypeOptions } from '../../MessagingGateway/descriptions/messageTypes';

/** The values of Filters; n8n passes only the filters that were added. */
export interface Filters {
	chats?: string;
	chatType?: 'direct' | 'group';
	/** A boolean, which an expression may return as a text. */
	leaveOutTakenChats?: unknown;
	/** The same. */
	onlyRepliesToMe?: unknown;
	ownMessages?: 'leaveOut' | 'only';
	senders?: string;
	textContains?: string;
	textMatches?: string;
	types?: unknown;
}

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which message events start the workflow; events of instances and webhooks always do',
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
			displayName: 'Leave Out Taken Chats',
			name: 'leaveOutTakenChats',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out messages received in a chat that a person has taken over, until the chat is released',
		},
		{
			displayName: 'Message Types',
			name: 'types',
			type: 'multiOptions',
			options: messageTypeOptions,
			default: ['text'],
			description: 'Start only on messages of these types, received or sent',
		},
		{
			displayName: 'Only Replies to My Messages',
			name: 'onlyRepliesToMe',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out received messages that neither quote a message of this instance nor tap one of its buttons',
		},
		{
			displayName: 'Own Messages',
			name: 'ownMessages',
			type: 'options',
			options: [
				{
					name: 'Leave Out',
					value: 'leaveOut',
					description: 'Start only on what others write and change',
				},
				{
					name: 'Only',
					value: 'only',
					description: 'Start only on what the account itself writes and changes',
				},
			],
			default: 'leaveOut',
			description:
				'What to do with messages, edits, reactions and other changes of the account itself, from its phone or the page',
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
