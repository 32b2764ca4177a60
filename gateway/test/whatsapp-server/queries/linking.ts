import { stanza, type Stanza } from '../wire/stanza.ts';
import { unlink } from '../endings.ts';
import { QueryError, type Query } from './query.ts';

/** Answers queries about the companion device, such as unlinking it. */
export function answerDeviceQuery({ connection, first }: Query): Stanza[] {
	const { companion } = connection;
	if (first?.tag === 'ref') return [stanza('ref', {}, Buffer.from(connection.pairing?.refs[0] ?? ''))];
	if (first?.tag !== 'remove-companion-device' || companion === null) {
		throw new QueryError(501, 'feature-not-implemented');
	}
	setImmediate(() => {
		unlink(companion);
	});
	return [];
}
