import { ADVANCE, FAULT_KINDS, FAULT_TARGETS, KINDS_WITH_TIME, REFUSALS } from '../gateway/gateway-api.ts';
import type { FieldReader } from './field-reader.ts';
import { readChat, readCount, readMedia, readWithin, type StepReaders } from './step-fields.ts';

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
	| 'promote'
	| 'demote'
	| 'echo'
	| 'duplicate'
	| 'take'
	| 'release'
	| 'cancel'
	| 'wait'
	| 'advance'
	| 'fault'
	| 'drop'
	| 'traffic'
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
	join: (fields, phone) => ({ step: 'join', ...readMembership(fields, phone) }),
	leave: (fields, phone) => ({ step: 'leave', ...readMembership(fields, phone) }),
	promote: (fields, phone) => ({ step: 'promote', phone: phone(), group: fields.text('group') }),
	demote: (fields, phone) => ({ step: 'demote', phone: phone(), group: fields.text('group') }),
	echo: (fields, phone) => ({ step: 'echo', ...readChat(fields, phone), text: fields.text('text') }),
	duplicate: (fields, phone) => ({
		step: 'duplicate',
		phone: phone(),
		text: fields.text('text'),
		times: readTimes(fields),
	}),
	take: (_fields, phone) => ({ step: 'take', phone: phone() }),
	release: (_fields, phone) => ({ step: 'release', phone: phone() }),
	cancel: (fields, phone) => ({ step: 'cancel', ...readChat(fields, phone), ...readWithin(fields) }),
	wait: (fields) => ({ step: 'wait', for: fields.duration('for') }),
	advance(fields) {
		const by = fields.text('by');
		if (!ADVANCE.test(by)) fields.fail(`"by" must be a time such as 23h59m, or next, and is "${by}".`);
		return { step: 'advance', by };
	},
	drop: (fields) => ({ step: 'drop', for: readPause(fields) }),
	fault(fields, phone) {
		const kind = fields.oneOf('kind', FAULT_KINDS);
		const on = fields.oneOfOr('on', FAULT_TARGETS, null);
		const seconds = fields.numberOr('seconds', 0);
		if (kind === 'delay' && seconds === 0) fields.fail('a delay needs "seconds".');
		if (seconds > 0 && !KINDS_WITH_TIME.includes(kind))
			fields.fail(`"seconds" belongs to the kinds ${KINDS_WITH_TIME.join(', ')}.`);
		const error = fields.oneOfOr('error', REFUSALS, null);
		if (error !== null && kind !== 'fail') fields.fail('"error" belongs to the kind fail, and to no other.');
		const chat = { phone: fields.textOr('phone', null), group: fields.textOr('group', null) };
		if (chat.group !== null && chat.phone === null) fields.fail('a "group" is that of a "phone"; name one.');
		return {
			step: 'fault',
			kind,
			on,
			next: fields.numberOr('next', 1),
			seconds: seconds === 0 ? null : seconds,
			phone: chat.phone === null ? null : phone(),
			group: chat.group,
			error,
		};
	},
	traffic(fields) {
		const over = fields.text('over');
		if (!ADVANCE.test(over) || !/[1-9]/.test(over)) {
			fields.fail(`"over" must be a time such as 24h, and is "${over}".`);
		}
		return {
			step: 'traffic',
			messages: readCount(fields, 'messages', { absent: 100, atMost: MAX_MESSAGES }),
			people: readCount(fields, 'people', { absent: 50, atMost: MAX_PEOPLE }),
			over,
			text: fields.textOr('text', 'Hello'),
		};
	},
};

function readMembership(fields: FieldReader, phone: () => string) {
	return { phone: phone(), group: fields.text('group'), themselves: fields.flag('themselves') };
}

/** Most messages, and people, of a step `traffic`. */
const MAX_MESSAGES = 100_000;
const MAX_PEOPLE = 10_000;

/** Most copies of one message. */
const MAX_COPIES = 10;

function readTimes(fields: FieldReader): number {
	const times = fields.numberOr('times', 2);
	if (Number.isInteger(times) && times >= 2 && times <= MAX_COPIES) return times;
	return fields.fail(`"times" must be a whole number from 2 to ${MAX_COPIES}, and is ${times}.`);
}

/** The shortest pause (milliseconds) that the gateway accepts. */
const SHORTEST_DROP = 1000;

function readPause(fields: FieldReader): number | null {
	const pause = fields.durationOr('for', 0);
	if (pause === 0) return null;
	return pause >= SHORTEST_DROP ? pause : fields.fail('"for" must be 1s or longer.');
}
