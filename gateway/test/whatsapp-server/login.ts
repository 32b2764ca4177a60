import { timestamp, type Connection } from './connection.ts';
import { jid, LIDS, SERVER } from './wire/jid.ts';
import { stanza } from './wire/stanza.ts';
import type { World } from './world.ts';

/** In place of an account: devices that are not linked yet. */
export const LINKING = 'linking';

/** Rejects a login with a reason and closes the connection. */
export function rejectLogin(connection: Connection, reason: string): void {
	connection.send(stanza('failure', { reason, location: 'test', t: timestamp() }));
	connection.close();
}

/** Logs a client in, or rejects it with a reason. A second connection of a device replaces the first. */
export function logIn(
	world: World,
	connection: Connection,
	who: { phone: string; device: number; noiseKey: string },
): void {
	const person = world.people.get(who.phone);
	const companion = person?.companions.find((one) => one.device === who.device);
	const reason =
		world.loginRejections.get(who.phone) ?? (companion?.noiseKey === who.noiseKey ? undefined : '401');
	if (reason !== undefined || companion === undefined) {
		rejectLogin(connection, reason ?? '401');
		return;
	}
	const earlier = companion.connection;
	if (earlier !== null) {
		earlier.send(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]));
		earlier.companion = null;
		earlier.close();
	}
	companion.connection = connection;
	companion.active = false;
	companion.available = false;
	companion.subscriptions.clear();
	connection.companion = companion;
	world.log.logins += 1;
	connection.send(
		stanza('success', {
			t: timestamp(),
			lid: jid(companion.person.lid, LIDS, companion.device),
			display_name: companion.person.name,
			location: 'test',
		}),
	);
	const routing = stanza('routing_info', {}, Buffer.from([8, 8, 0x0b, 8]));
	connection.send(stanza('ib', { from: SERVER }, [stanza('edge_routing', {}, [routing])]));
}
