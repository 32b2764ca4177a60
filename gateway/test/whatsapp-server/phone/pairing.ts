import { randomBytes } from 'node:crypto';
import { newId, timestamp, type Connection } from '../connection.ts';
import { isSignedDeviceIdentity, signDeviceIdentity } from './device-identity.ts';
import type { HistoryChat } from './history.ts';
import { jid, LIDS, PHONES, SERVER } from '../wire/jid.ts';
import { requestPasskey } from '../linking/passkey.ts';
import type { Person } from './people.ts';
import { bytesOf, child, stanza } from '../wire/stanza.ts';
import type { Companion } from '../companion.ts';
import { personByPhone, type World } from '../world.ts';

/** A scanned QR code, and the history sync for the device; `history` null: none. */
export interface Scan {
	phone: string;
	qr: string;
	name?: string;
	history?: HistoryChat[] | null;
}

/** The result of a scan: the number of the device, or why it was not linked. */
export interface Scanned {
	linked: boolean;
	device?: number;
	reason?: string;
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

/** The keys of a device as its phone has received them. */
interface DeviceKeys {
	identityKey: Buffer;
	/** Authenticates pair-success. */
	secret: Buffer;
}

/** Links a device; resolves once it has confirmed the link. */
export function linkDevice(
	world: World,
	connection: Connection,
	{ person, history, ...code }: DeviceKeys & { person: Person; history: HistoryChat[] | null },
): Promise<Scanned> {
	const { pairing } = connection;
	if (pairing === null) throw new Error('Only a device that asks for it can be linked.');
	const keyIndex = ++person.linked;
	const { promise, resolve } = Promise.withResolvers<Scanned>();
	pairing.refs = [];
	pairing.confirm = (answer) => {
		const identity = bytesOf(child(child(answer, 'pair-device-sign'), 'device-identity'));
		if (identity.length === 0 || !isSignedDeviceIdentity(person, code.identityKey, identity)) {
			world.log.violations.push(`${person.phone}: the identity of the device is not signed`);
			connection.send(stanza('stream:error', { code: '401' }));
			connection.close();
			resolve({ linked: false, reason: 'The device did not sign its identity.' });
			return;
		}
		person.companions.push(newCompanion(person, keyIndex, connection, history));
		connection.send(stanza('stream:error', { code: '515' }));
		connection.close();
		resolve({ linked: true, device: keyIndex });
	};
	connection.send(pairSuccess(person, keyIndex, signDeviceIdentity(person, { keyIndex, ...code })));
	return promise;
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

function pairSuccess(person: Person, device: number, identity: Buffer) {
	return stanza('iq', { from: SERVER, type: 'set', id: newId(), t: timestamp() }, [
		stanza('pair-success', {}, [
			stanza('device-identity', {}, identity),
			stanza('device', {
				jid: jid(person.phone, PHONES, device),
				lid: jid(person.lid, LIDS, device),
			}),
			stanza('platform', { name: 'android' }),
			...(person.isBusiness ? [stanza('biz', { name: person.name })] : []),
		]),
	]);
}

function newCompanion(
	person: Person,
	device: number,
	{ pairing }: Connection,
	history: HistoryChat[] | null,
): Companion {
	if (pairing === null) throw new Error('Only a device that asks for it can be linked.');
	const { registration, noiseKey } = pairing;
	return {
		person,
		device,
		noiseKey,
		registrationId: Buffer.from(registration.eRegid).readUInt32BE(),
		identityKey: Buffer.concat([Buffer.from([5]), registration.eIdent]),
		signedPreKey: {
			keyId: Buffer.from(registration.eSkeyId).readUIntBE(0, 3),
			publicKey: Buffer.concat([Buffer.from([5]), registration.eSkeyVal]),
			signature: registration.eSkeySig,
		},
		preKeys: new Map(),
		requestedPreKeys: false,
		verifiedIdentity: null,
		connection: null,
		active: false,
		available: false,
		subscriptions: new Set(),
		pending: new Map(),
		history,
	};
}
