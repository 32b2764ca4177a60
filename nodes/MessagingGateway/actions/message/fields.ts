import type { Fields } from '../../descriptions/output';

/** The fields of a message in the history (specification: Message; some fields are additions). */
export const messageFields: Fields = {
	all: [
		'chatId',
		'content',
		'direction',
		'from',
		'mediaError',
		'messageId',
		'senderId',
		'status',
		'timestamp',
		'to',
		'type',
		'unsupported',
	],
	simplified: [
		'messageId',
		'direction',
		'chatId',
		'from',
		'senderId',
		'to',
		'type',
		'content',
		'status',
		'timestamp',
	],
};

const { all, simplified } = messageFields;

/** The fields of a complete message (GET /v1/messages/{messageId}, an addition). */
export const messageDetailFields: Fields = {
	all: [
		...all,
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
		'contactName',
		'media',
		'quotedMessageId',
		'metadata',
		'deliveredAt',
		'readAt',
		'error',
	],
};
