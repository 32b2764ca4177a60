import type { Fields } from '../../descriptions/output';

/** The fields of a message in the history (specification: Message). */
export const messageFields: Fields = {
	all: ['content', 'direction', 'from', 'messageId', 'status', 'timestamp', 'to', 'type'],
	simplified: ['messageId', 'direction', 'from', 'to', 'type', 'content', 'status', 'timestamp'],
};
