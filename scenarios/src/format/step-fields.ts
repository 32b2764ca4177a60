import type { FieldReader } from './field-reader.ts';
import { MEDIA_TYPES } from '../gateway/gateway-api.ts';
import type { Media, StepKind, StepOf } from './scenario.ts';

/** Default of `within`, in milliseconds. */
export const DEFAULT_WITHIN = 10_000;

/** `phone` reads the field "phone" and checks that the scenario has a phone of this name. */
export type ReadStep<Kind extends StepKind> = (fields: FieldReader, phone: () => string) => StepOf<Kind>;

/** The readers of some kinds of steps. */
export type StepReaders<Kinds extends StepKind> = { [Kind in Kinds]: ReadStep<Kind> };

export function readChat(fields: FieldReader, phone: () => string) {
	return { phone: phone(), group: fields.textOr('group', null) };
}

/** The chat, and which message in it. */
export function readMessage(fields: FieldReader, phone: () => string) {
	return { ...readChat(fields, phone), on: fields.textOr('on', null) };
}

export function readWithin(fields: FieldReader) {
	return { within: fields.durationOr('within', DEFAULT_WITHIN) };
}

/** A whole number from 1. */
export function readCount(
	fields: FieldReader,
	name: string,
	{ absent, atMost }: { absent: number; atMost: number },
): number {
	const count = fields.numberOr(name, absent);
	if (Number.isInteger(count) && count >= 1 && count <= atMost) return count;
	return fields.fail(`"${name}" must be a whole number from 1 to ${atMost}, and is ${count}.`);
}

export function readExpectedText(fields: FieldReader) {
	return {
		text: fields.textOr('text', null),
		contains: fields.textOr('contains', null),
		matches: fields.pattern('matches'),
	};
}

export function readMedia(fields: FieldReader): Media | null {
	const from = fields.textOr('media', null);
	const type = fields.oneOfOr('type', MEDIA_TYPES, null);
	if (from === null) {
		if (type !== null) fields.fail('"type" belongs to "media"; leave it out of a text.');
		return null;
	}
	if (type === null && isUrl(from)) {
		fields.fail(`"type" is missing: say whether the file at ${from} is one of ${MEDIA_TYPES.join(', ')}.`);
	}
	return { from, type };
}

/** Whether media is on a server, and not a path or a data: URL. */
export function isUrl(from: string): boolean {
	return /^https?:\/\//.test(from);
}
