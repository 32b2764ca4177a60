import { newId, timestamp, type Connection } from '../connection.ts';
import type { Companion } from '../companion.ts';
import { jid, LIDS, PHONES, SERVER } from '../wire/jid.ts';
import { bytesOf, child, stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';
import { isSignedDeviceIdentity, signDeviceIdentity } from '../phone/device-identity.ts';
import type { HistoryChat } from '../phone/history.ts';
import type { Person } from '../phone/people.ts';

/** The result of a scan: the number of the device, or why it was not linked. */
export interface Scanned {
	linked: boolean;
	device?: number;
	reason?: string;
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
