/** The kind of object an id identifies. An id is a prefix, an underscore and a ULID in lower case. */
export type IdPrefix =
	| 'inst'
	| 'msg'
	| 'wh'
	| 'evt'
	| 'dlv'
	| 'key'
	| 'req'
	| 'med'
	| 'aud'
	| 'proc'
	| 'ses'
	| 'usr'
	| 'pk'
	| 'ack'
	| 'alr'
	| 'note'
	| 'ntc';

export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;
export type InstanceId = Id<'inst'>;
export type MessageId = Id<'msg'>;
export type WebhookId = Id<'wh'>;
export type EventId = Id<'evt'>;
export type DeliveryId = Id<'dlv'>;
export type KeyId = Id<'key'>;
export type MediaId = Id<'med'>;
export type AuditId = Id<'aud'>;
export type ProcessId = Id<'proc'>;
export type SessionId = Id<'ses'>;
export type UserId = Id<'usr'>;
export type PasskeyId = Id<'pk'>;
export type AlertId = Id<'alr'>;
export type NoticeId = Id<'ntc'>;
export type NoteId = Id<'note'>;

/**
 * Creates ids that sort by creation time, also within one millisecond. For an event of the past, `at` (epoch
 * milliseconds) creates an id that sorts at that time.
 */
export type NewId = <Prefix extends IdPrefix>(prefix: Prefix, at?: number) => Id<Prefix>;

/** The characters of an id with this prefix. */
export function idLength(prefix: IdPrefix): number {
	return prefix.length + 1 + TIME_DIGITS + RANDOM_DIGITS;
}

/** The source of a regular expression that matches ids with this prefix. */
export function idPattern(prefix: IdPrefix): string {
	return `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** The smallest id that an object created at this moment (epoch milliseconds) can have. */
export function minIdAt<Prefix extends IdPrefix>(prefix: Prefix, at: number): Id<Prefix> {
	let time = '';
	for (let left = Math.max(0, at); time.length < TIME_DIGITS; left = Math.floor(left / 32)) {
		time = `${DIGITS.charAt(left % 32)}${time}`;
	}
	return `${prefix}_${time}${'0'.repeat(RANDOM_DIGITS)}`;
}

/**
 * The id of an object that sorts at a later time (epoch milliseconds) than it was created. Of the ids of one time, those
 * that were created first sort first.
 */
export function idAt<Prefix extends IdPrefix>(id: Id<Prefix>, at: number): Id<Prefix> {
	const start = id.indexOf('_') + 1;
	const created = id.slice(start, start + TIME_DIGITS);
	// Within one millisecond the ids of a process differ in their last digits, which increase.
	const lastDigits = id.slice(created.length - RANDOM_DIGITS);
	return `${minIdAt(id.slice(0, start - 1) as Prefix, at).slice(0, start + TIME_DIGITS)}${created}${lastDigits}` as Id<Prefix>;
}

/** When an id was created, in epoch milliseconds. */
export function timestampOfId(id: Id<IdPrefix>): number {
	const digits = id.slice(id.indexOf('_') + 1).slice(0, TIME_DIGITS);
	let time = 0;
	for (const digit of digits) time = time * 32 + DIGITS.indexOf(digit);
	return time;
}
