import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as addNote from './addNote.operation';
import * as archive from './archive.operation';
import * as getAll from './getAll.operation';
import * as markRead from './markRead.operation';
import * as markUnread from './markUnread.operation';
import * as release from './release.operation';
import * as sendTyping from './sendTyping.operation';
import * as takeOver from './takeOver.operation';
import * as unarchive from './unarchive.operation';
import * as update from './update.operation';

/** The operations of a chat by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	addNote,
	archive,
	getAll,
	markRead,
	markUnread,
	release,
	sendTyping,
	takeOver,
	unarchive,
	update,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['chat'] } },
		options: [
			{
				name: 'Add Note',
				value: 'addNote',
				description: 'Leave a note in a chat for those who work in it, which is never sent',
				action: 'Add note to chat',
			},
			{
				name: 'Archive',
				value: 'archive',
				description: 'Move a chat to the archive',
				action: 'Archive chat',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many chats with their latest messages',
				action: 'Get many chats',
			},
			{
				name: 'Mark Read',
				value: 'markRead',
				description: 'Mark all messages of a chat as read',
				action: 'Mark chat as read',
			},
			{
				name: 'Mark Unread',
				value: 'markUnread',
				description: 'Mark a chat as unread',
				action: 'Mark chat as unread',
			},
			{
				name: 'Release',
				value: 'release',
				description: 'Give a chat that a person has taken back to the bot',
				action: 'Release chat',
			},
			{
				name: 'Send Typing Indicator',
				value: 'sendTyping',
				description: 'Show a typing indicator in a chat',
				action: 'Send typing indicator to chat',
			},
			{
				name: 'Take Over',
				value: 'takeOver',
				description: 'Let a person answer in a chat: messages of workflows to it are refused',
				action: 'Take over chat',
			},
			{
				name: 'Unarchive',
				value: 'unarchive',
				description: 'Move a chat out of the archive',
				action: 'Unarchive chat',
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Pin a chat, or mute it',
				action: 'Update chat',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
