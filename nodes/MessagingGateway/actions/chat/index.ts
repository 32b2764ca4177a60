import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as addNote from './addNote.operation';
import * as archive from './archive.operation';
import * as deleteNote from './deleteNote.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getEvents from './getEvents.operation';
import * as getNotes from './getNotes.operation';
import * as markRead from './markRead.operation';
import * as markUnread from './markUnread.operation';
import * as release from './release.operation';
import * as sendTyping from './sendTyping.operation';
import * as subscribePresence from './subscribePresence.operation';
import * as takeOver from './takeOver.operation';
import * as unarchive from './unarchive.operation';
import * as update from './update.operation';

/** The operations of a chat by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	addNote,
	archive,
	deleteNote,
	get,
	getAll,
	getEvents,
	getNotes,
	markRead,
	markUnread,
	release,
	sendTyping,
	subscribePresence,
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
				description: 'Add a note to a chat for the people who work in it, which is never sent',
				action: 'Add note to chat',
			},
			{
				name: 'Archive',
				value: 'archive',
				description: 'Move a chat to the archive',
				action: 'Archive chat',
			},
			{
				name: 'Delete Note',
				value: 'deleteNote',
				description: 'Delete a note of a chat',
				action: 'Delete note of chat',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get one chat, with its owner and until when a text may be sent',
				action: 'Get chat',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many chats with their latest messages',
				action: 'Get many chats',
			},
			{
				name: 'Get Many Events',
				value: 'getEvents',
				description: 'Get many events of a chat, newest first, as the trigger receives them',
				action: 'Get many events of chat',
			},
			{
				name: 'Get Many Notes',
				value: 'getNotes',
				description: 'Get many notes of a chat, newest first',
				action: 'Get many notes of chat',
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
				name: 'Subscribe to Presence',
				value: 'subscribePresence',
				description: 'Subscribe for a day to the events of who is online or types in a chat',
				action: 'Subscribe to presence in chat',
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
