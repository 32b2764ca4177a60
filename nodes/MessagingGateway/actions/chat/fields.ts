import type { Fields } from '../../descriptions/output';

/** The fields of a chat (specification: Chat; the owner and the settings of the chat are additions). */
const all = [
	'archived',
	'chatId',
	'contactName',
	'createdAt',
	'isGroup',
	'lastMessage',
	'mutedUntil',
	'ownedUntil',
	'owner',
	'phone',
	'pinned',
	'profilePicUrl',
	'unread',
	'unreadCount',
];

/** The fields of a chat in the list. */
export const listedChatFields: Fields = {
	all,
	simplified: [
		'chatId',
		'contactName',
		'phone',
		'isGroup',
		'unreadCount',
		'unread',
		'lastMessage',
		'owner',
		'archived',
		'pinned',
	],
	simplifiedInVersion1: ['chatId', 'contactName', 'phone', 'isGroup', 'unreadCount', 'lastMessage'],
};

/** The fields of one chat. */
export const chatFields: Fields = {
	all: [...all, 'replyUntil'].sort(),
	simplified: [
		'chatId',
		'contactName',
		'phone',
		'isGroup',
		'unreadCount',
		'lastMessage',
		'owner',
		'ownedUntil',
		'replyUntil',
		'archived',
	],
};

/** The fields of a chat that was changed. */
export const changedChatFields: Fields = {
	all,
	simplified: [
		'chatId',
		'contactName',
		'phone',
		'isGroup',
		'unreadCount',
		'unread',
		'archived',
		'pinned',
		'mutedUntil',
		'owner',
	],
};
