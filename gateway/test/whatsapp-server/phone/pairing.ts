import { randomBytes } from 'node:crypto';
import { newId, type Connection } from '../connection.ts';
import type { HistoryChat } from './history.ts';
import { SERVER } from '../wire/jid.ts';
import { requestPasskey } from '../linking/passkey.ts';
import { linkDevice, type Scanned } from '../linking/link-device.ts';
import { stanza } from '../wire/stanza.ts';
import { personByPhone, type World } from '../world.ts';

/** A scanned QR code, and the history sync for the device; `history` null: none. */
export interface Scan {
	phone: string;
	qr: string;
	name?: string;
	history?: HistoryChat[] | null;
}

/** Sends a client in pairing the refs for its QR codes. */
export function sendPairingRefs(world: World, connection: Connection): void {
	const { pairing } = connection;
	if (pairing === null) return;
	pairing.refs = Array.from({ length: world.refs }, () => `2@${randomBytes(40).toString('base64')}`);
	const refs = pairing.refs.map((ref) => stanza('ref', {}, Buffer.from(ref)));
	const attrs = { from: SERVER, type: 'set', id: newId(), xmlns: 'md' };
	connection.send(stanza('iq', attrs, [stanza('pair-device', {}, refs)]));
}

/**
 * Scans a QR code with a phone. Resolves with the linked device, or with why none was linked. Throws when the code is
 * of no client.
 */
export async function scan(world: World, request: Scan): Promise<Scanned> {
	const person = personByPhone(world, request.phone);
	if (person === null) throw new Error(`${request.phone} is not on the network.`);
	if (request.name !== undefined) person.name = request.name;
	const code = readCode(request.qr);
	const connection = [...world.connections].find((one) => one.pairing?.refs.includes(code.ref));
	const pairing = connection?.pairing;
	if (connection === undefined || pairing === null || pairing === undefined) {
		return { linked: false, reason: 'The QR code is not valid any more.' };
	}
	if (code.noiseKey !== pairing.noiseKey) throw new Error('The QR code shows the key of another connection.');
	if (!code.identityKey.equals(pairing.registration.eIdent)) {
		throw new Error('The QR code shows another identity than the client registered with.');
	}
	if (pairing.retired.has(code.secret.toString('hex'))) {
		return { linked: false, reason: 'The QR code shows a retired secret.' };
	}
	const history = request.history === undefined ? [] : request.history;
	if (world.passkeys.has(request.phone)) {
		requestPasskey(connection, { person, history, secret: code.secret });
		return { linked: false, reason: 'The phone asks for a passkey.' };
	}
	return linkDevice(world, connection, { person, history, ...code });
}

/** Reads what a QR code shows. */
export function readCode(qr: string) {
	const parts = qr.slice(qr.indexOf('#') + 1).split(',');
	const [ref = '', noiseKey = '', identityKey = '', secret = ''] = parts;
	return {
		ref,
		noiseKey: Buffer.from(noiseKey, 'base64').toString('hex'),
		identityKey: Buffer.from(identityKey, 'base64'),
		secret: Buffer.from(secret, 'base64'),
	};
}
