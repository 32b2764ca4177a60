import type { NetworkNotice } from '../../network-event.ts';
import { boundedText, TEXT_LIMIT } from '../../bounded-text.ts';
import { getArray, getPath, getString } from '../graph/json.ts';
import { createNotice } from './notices.ts';
import type { Change } from './payload.ts';
import { personIds } from './person.ts';

/** A system message says that a person has another number or id; it is no message that somebody wrote. */
export function systemNotice(message: unknown): NetworkNotice {
	const text = getString(message, 'system', 'body') ?? '';
	return createNotice(
		'system',
		message,
		text === '' ? 'The number or the id of a person changed.' : boundedText(text, TEXT_LIMIT),
	);
}

/**
 * Returns the ids of the person that a system message is about. The number from before is not among them, because it
 * may belong to somebody else later.
 */
export function systemPersonIds(message: unknown): string[] {
	const system = getPath(message, 'system');
	const names = ['user_id', 'parent_user_id', 'previous_user_id', 'previous_parent_user_id'];
	return personIds(
		getString(system, 'wa_id'),
		names.map((name) => getString(system, name)),
	);
}

/** Returns the ids of the recipient of a sent message. */
export function statusPersonIds(status: unknown): string[] {
	const names = ['recipient_user_id', 'recipient_parent_user_id'];
	return personIds(
		getString(status, 'recipient_id'),
		names.map((name) => getString(status, name)),
	);
}

/** Returns the ids of each person that a change of the field `user_preferences` or `user_id_update` is about. */
export function changedPersonIds({ field, value }: Change): string[][] {
	if (field !== 'user_preferences' && field !== 'user_id_update') return [];
	return getArray(value, field).map((entry) =>
		personIds(
			getString(entry, 'wa_id'),
			['user_id', 'parent_user_id'].flatMap((name) => [
				getString(entry, name, 'current') ?? getString(entry, name),
				getString(entry, name, 'previous') ?? getString(entry, `previous_${name}`),
			]),
		),
	);
}
