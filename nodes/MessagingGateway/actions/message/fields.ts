import type { Fields } from '../../descriptions/output';

/** The fields of a message in the history (specification: Message). */
export const messageFields: Fields = {
	all: ['content', 'direction', 'from', 'messageId', 'status', 'timestamp', 'to', 'type'],
	simplified: ['messageId', 'direction', 'from', 'to', 'type', 'content', 'status', 'timestamp'],
};

const { all, simplified } = messageFields;

/** The same of one message in full (GET /v1/messages/{messageId}, an addition). */
export const messageDetailFields: Fields = {
	all: [
		...all,
		'chatId',
		'contactName',
		'deliveredAt',
		'error',
		'failedAt',
		'instanceId',
		'isGroup',
		'media',
		'metadata',
		'quotedMessageId',
		'readAt',
		'sentAt',
	].sort(),
	simplified: [
		...simplified,
		'instanceId',
		'chatId',
		'contactName',
		'media',
		'quotedMessageId',
		'metadata',
		'deliveredAt',
		'readAt',
		'error',
	],
};
