import { randomBytes } from 'node:crypto';
import { newId, timestamp, type Connection } from '../connection.ts';
import { isVouchedFor, vouchFor } from './device-identity.ts';
import type { HistoryChat } from './history.ts';
import { jid, LIDS, PHONES, SERVER } from '../wire/jid.ts';
import type { Person } from './people.ts';
import { bytesOf, child, stanza } from '../wire/stanza.ts';
import type { Companion } from '../companion.ts';
import { personOf, type World } from '../world.ts';

/** What a phone scans, and what it tells a device that it has linked; `history` null: nothing. */
export interface Scan {
	phone: string;
	qr: string;
	name?: string;
	history?: HistoryChat[] | null;
}

/** What came of a scan: the number of the device, or why there is none. */
export interface Scanned {
	linked: boolean;
	device?: number;
	reason?: string;
}

/** Gives a client that asks to be linked what its QR codes are about. */
export function offerRefs(world: World, connection: Connection): void {
	const { asking } = connection;
	if (asking === null) return;
	asking.refs = Array.from({ length: world.refs }, () => `2@${randomBytes(40).toString('base64')}`);
	const refs = asking.refs.map((ref) => stanza('ref', {}, Buffer.from(ref)));
	const attrs = { from: SERVER, type: 'set', id: newId(), xmlns: 'md' };
	connection.send(stanza('iq', attrs, [stanza('pair-device', {}, refs)]));
}

/**
 * A phone scans a QR code. Resolves with what is linked then, or with why nothing is. Throws where the QR code is
 * of no client.
 */
export async function scan(world: World, told: Scan): Promise<Scanned> {
	const person = personOf(world, told.phone);
	if (person === null) throw new Error(`${told.phone} is not on the network.`);
	if (told.name !== undefined) person.name = told.name;
	const code = readCode(told.qr);
	const connection = [...world.connections].find((one) => one.asking?.refs.includes(code.ref));
	const asking = connection?.asking;
	if (connection === undefined || asking === null || asking === undefined) {
		return { linked: false, reason: 'The QR code is not valid any more.' };
	}
	if (code.noiseKey !== asking.noiseKey) throw new Error('The QR code shows the key of another connection.');
	if (!code.identityKey.equals(asking.registration.eIdent)) {
		throw new Error('The QR code shows another identity than the client registered with.');
	}
	if (world.passkeys.has(told.phone)) {
		askForPasskey(connection);
		return { linked: false, reason: 'The phone asks for a passkey.' };
	}

	const keyIndex = ++person.linked;
	const { promise, resolve } = Promise.withResolvers<Scanned>();
	asking.refs = [];
	asking.confirm = (answer) => {
		const identity = bytesOf(child(child(answer, 'pair-device-sign'), 'device-identity'));
		if (identity.length === 0 || !isVouchedFor(person, code.identityKey, identity)) {
			world.log.violations.push(`${told.phone}: the identity of the device is not signed`);
			connection.send(stanza('stream:error', { code: '401' }));
			connection.close();
			resolve({ linked: false, reason: 'The device did not sign its identity.' });
			return;
		}
		person.companions.push(
			newCompanion(person, keyIndex, connection, told.history === undefined ? [] : told.history),
		);
		connection.send(stanza('stream:error', { code: '515' }));
		connection.close();
		resolve({ linked: true, device: keyIndex });
	};
	connection.send(pairSuccess(person, keyIndex, vouchFor(person, { keyIndex, ...code })));
	return promise;
}

function readCode(qr: string) {
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
	{ asking }: Connection,
	history: HistoryChat[] | null,
): Companion {
	if (asking === null) throw new Error('Only a device that asks for it can be linked.');
	const { registration, noiseKey } = asking;
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
		askedForPreKeys: false,
		shown: null,
		connection: null,
		active: false,
		pending: new Map(),
		history,
	};
}

/** The server wants to see a passkey before it links anything: WebAuthn's options for one, as JSON. */
function askForPasskey(connection: Connection): void {
	const options = {
		challenge: randomBytes(32).toString('base64url'),
		rpId: 'whatsapp.com',
		allowCredentials: [],
		userVerification: 'required',
		timeout: 300_000,
	};
	const attrs = { from: SERVER, type: 'passkey_prologue_request', id: newId(), t: timestamp() };
	const content = Buffer.from(JSON.stringify(options));
	connection.send(stanza('notification', attrs, [stanza('passkey_request_options', {}, content)]));
}
