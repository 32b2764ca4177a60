import { createHash } from 'node:crypto';

/** Names that every database takes: PostgreSQL takes no null characters, and some 2,700 bytes in an index. */
const STORABLE = /^[\x20-\x7e]{0,512}$/;
/** The beginning of other names that is kept, so that values are still listed by their prefix. */
const BEGINNING = /^[\x20-\x7e]{0,64}/;

/**
 * The name under which a value of a session is stored. Names contain what strangers choose, such as the ids of messages:
 * one that a database refuses would fail everything that is stored with it, so a hash takes its place.
 */
export function storedSessionName(name: string): string {
	if (STORABLE.test(name)) return name;
	const beginning = BEGINNING.exec(name)?.[0] ?? '';
	return `${beginning}#${createHash('sha256').update(name).digest('base64url')}`;
}
