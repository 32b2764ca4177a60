import type { Companion } from './companion.ts';
import { stanza, type Stanza } from './wire/stanza.ts';
import type { World } from './world.ts';

/** The ways a connection ends: by a broken socket, an orderly close, or a stream error. */
export type Ending = 'drop' | 'close' | 401 | 403 | 408 | 428 | 440 | 500 | 503 | 515;

/** Ends the connection of a companion device. */
export function end(world: World, companion: Companion, ending: Ending): void {
	switch (ending) {
		case 'drop':
			companion.connection?.cut();
			return;
		case 'close':
			companion.connection?.close();
			return;
		case 401:
			unlink(companion);
			return;
		case 403:
			// A ban: the server closes the connection and rejects later logins.
			world.loginRejections.set(companion.person.phone, '403');
			closeWith(companion, stanza('failure', { reason: '403', location: 'test' }));
			return;
		case 440:
			closeWith(companion, stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]));
			return;
		case 408:
		case 428:
		case 500:
		case 503:
		case 515:
			closeWith(companion, stanza('stream:error', { code: String(ending) }));
	}
}

/** Unlinks a companion device, which has to be paired again. */
export function unlink(companion: Companion): void {
	const { companions } = companion.person;
	const index = companions.indexOf(companion);
	if (index !== -1) companions.splice(index, 1);
	closeWith(
		companion,
		stanza('stream:error', { code: '401' }, [stanza('conflict', { type: 'device_removed' })]),
	);
}

function closeWith(companion: Companion, last: Stanza): void {
	companion.connection?.send(last);
	companion.connection?.close();
}
