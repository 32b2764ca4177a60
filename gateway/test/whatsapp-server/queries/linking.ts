import { stanza, type Stanza } from '../wire/stanza.ts';
import { unlink } from '../endings.ts';
import { Refusal, type Query } from './query.ts';

/** What a client asks about being linked: to be so no longer. */
export function answerAboutDevices({ connection, first }: Query): Stanza[] {
	const { companion } = connection;
	if (first?.tag === 'ref') return [stanza('ref', {}, Buffer.from(connection.asking?.refs[0] ?? ''))];
	if (first?.tag !== 'remove-companion-device' || companion === null) {
		throw new Refusal(501, 'feature-not-implemented');
	}
	setImmediate(() => {
		unlink(companion);
	});
	return [];
}
