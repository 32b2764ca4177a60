import type { FieldReader } from './field-reader.ts';
import { EVENT_KINDS, SENT_TYPES } from '../gateway/gateway-api.ts';
import { DELIVERY_STATUSES, type ExpectedFields } from './scenario.ts';
import {
	readChat,
	readCount,
	readExpectedText,
	readMessage,
	readWithin,
	type StepReaders,
} from './step-fields.ts';

/** Hours of a ledger that the gateway returns at most. */
const LEDGER_HOURS_LIMIT = 168;

/** Reads the steps that expect something. */
export const EXPECTATION_READERS: StepReaders<
	| 'receive'
	| 'nothing'
	| 'unsent'
	| 'reaction'
	| 'edited'
	| 'deleted'
	| 'typed'
	| 'status'
	| 'event'
	| 'delivery'
	| 'ledger'
	| 'connected'
> = {
	connected: (fields) => ({ step: 'connected', ...readWithin(fields) }),
	receive: (fields, phone) => ({
		step: 'receive',
		...readChat(fields, phone),
		...readExpectedText(fields),
		type: fields.oneOfOr('type', SENT_TYPES, null),
		...readWithin(fields),
	}),
	nothing: (fields, phone) => ({ step: 'nothing', phone: phone(), for: fields.duration('for') }),
	unsent: (fields, phone) => ({ step: 'unsent', ...readChat(fields, phone), ...readWithin(fields) }),
	reaction: (fields, phone) => ({
		step: 'reaction',
		...readMessage(fields, phone),
		emoji: fields.textOr('emoji', null),
		...readWithin(fields),
	}),
	edited: (fields, phone) => ({
		step: 'edited',
		...readChat(fields, phone),
		...readExpectedText(fields),
		...readWithin(fields),
	}),
	deleted: (fields, phone) => ({ step: 'deleted', ...readChat(fields, phone), ...readWithin(fields) }),
	typed: (fields, phone) => ({ step: 'typed', phone: phone(), ...readWithin(fields) }),
	status: (fields, phone) => ({
		step: 'status',
		...readChat(fields, phone),
		is: fields.oneOf('is', ['delivered', 'read']),
		...readWithin(fields),
	}),
	event: (fields) => ({
		step: 'event',
		kind: fields.oneOf('kind', EVENT_KINDS),
		where: readExpectedFields(fields),
		...readWithin(fields),
	}),
	delivery: (fields) => ({
		step: 'delivery',
		event: fields.oneOf('event', EVENT_KINDS),
		status: fields.oneOfOr('status', DELIVERY_STATUSES, 'success'),
		where: readExpectedFields(fields),
		...readWithin(fields),
	}),
	ledger: (fields) => ({
		step: 'ledger',
		hours: readCount(fields, 'hours', { absent: 25, atMost: LEDGER_HOURS_LIMIT }),
		...readWithin(fields),
	}),
};

function readExpectedFields(fields: FieldReader): ExpectedFields {
	const expected = fields.object('where');
	for (const [name, value] of Object.entries(expected)) {
		if (typeof value === 'object' && value !== null) {
			fields.fail(`"where" has an object as "${name}"; give a text, a number, true, false or null.`);
		}
	}
	return expected as ExpectedFields;
}
