import { readChat, readMedia, type StepReaders } from './step-fields.ts';

/** Reads the steps in which a phone writes a text or a file, and those about phones and groups. */
export const ACTION_READERS: StepReaders<
	| 'scan'
	| 'send'
	| 'typing'
	| 'read'
	| 'block'
	| 'unblock'
	| 'offline'
	| 'online'
	| 'join'
	| 'leave'
	| 'echo'
	| 'wait'
> = {
	scan: () => ({ step: 'scan' }),
	send(fields, phone) {
		const text = fields.textOr('text', null);
		const media = readMedia(fields);
		if (text === null && media === null) fields.fail('give "text", or "media", or both.');
		return { step: 'send', ...readChat(fields, phone), text, media, quotes: fields.flag('quotes') };
	},
	typing: (fields, phone) => ({ step: 'typing', ...readChat(fields, phone) }),
	read: (_fields, phone) => ({ step: 'read', phone: phone() }),
	block: (_fields, phone) => ({ step: 'block', phone: phone() }),
	unblock: (_fields, phone) => ({ step: 'unblock', phone: phone() }),
	offline: (_fields, phone) => ({ step: 'offline', phone: phone() }),
	online: (_fields, phone) => ({ step: 'online', phone: phone() }),
	join: (fields, phone) => ({ step: 'join', phone: phone(), group: fields.text('group') }),
	leave: (fields, phone) => ({ step: 'leave', phone: phone(), group: fields.text('group') }),
	echo: (fields, phone) => ({ step: 'echo', phone: phone(), text: fields.text('text') }),
	wait: (fields) => ({ step: 'wait', for: fields.duration('for') }),
};
