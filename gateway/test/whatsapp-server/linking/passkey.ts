import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { calculateAgreement, generateKeyPair, type KeyPair } from 'whatsapp-rust-bridge';
import { newId, timestamp, type Connection, type PairingRequest } from '../connection.ts';
import type { HistoryChat } from '../phone/history.ts';
import { linkDevice } from './link-device.ts';
import type { Person } from '../phone/people.ts';
import { QueryError } from '../queries/query.ts';
import { rawKey, signalKey } from '../wire/authority.ts';
import { SERVER } from '../wire/jid.ts';
import { decode, encode } from '../wire/protobuf.ts';
import { bytesOf, child, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';
import { openSealed } from './link-code.ts';

/** A passkey that the server has asked a client for. */
export interface AskedPasskey {
	person: Person;
	history: HistoryChat[] | null;
	/** The secret of the scanned code, which authenticates the client's answer. */
	secret: Buffer;
	challenge: string;
	keys: KeyPair;
	/** The commitment of the client, once its passkey was accepted. */
	commitment: { identity: Uint8Array; hash: Uint8Array } | null;
	isRevealed: boolean;
}

/** Requests a passkey before linking, with WebAuthn's options as JSON. */
export function requestPasskey(
	connection: Connection,
	scanned: Pick<AskedPasskey, 'person' | 'history' | 'secret'>,
): void {
	const { pairing } = connection;
	if (pairing === null) return;
	const challenge = randomBytes(32).toString('base64url');
	pairing.passkey = { ...scanned, challenge, keys: generateKeyPair(), commitment: null, isRevealed: false };
	const attrs = { from: SERVER, type: 'passkey_prologue_request', id: newId(), t: timestamp() };
	connection.send(stanza('notification', attrs, [optionsOf(challenge)]));
}

/** Answers the query for the options, which a client sends where the notification has none. */
export function sendPasskeyOptions(_world: World, { pairing }: Connection): Stanza[] {
	return [optionsOf(asked(pairing).challenge)];
}

/** Checks the browser's answer and asks the client to continue with the phone's key. */
export function receivePrologue(_world: World, connection: Connection, prologue: Stanza): Stanza[] {
	const passkey = asked(connection.pairing);
	const payload = bytesOf(child(prologue, 'prologue_payload'));
	const key = hkdfSync('sha256', passkey.secret, Buffer.alloc(0), 'shortcake-passkey-handoff-v1', 32);
	const proof = createHmac('sha256', Buffer.from(key)).update(payload).digest();
	if (
		!isAssertion(passkey.challenge, prologue) ||
		!bytesOf(child(prologue, 'pairing_handoff_proof')).equals(proof)
	) {
		throw new QueryError(401, 'not-authorized');
	}
	const { companionEphemeralIdentity: identity, commitment } = decode('ProloguePayload', payload);
	passkey.commitment = { identity, hash: commitment.hash };
	const phone = { publicKey: rawKey(passkey.keys.pubKey), nonce: randomBytes(32) };
	const attrs = { from: SERVER, type: 'crsc_continuation', id: newId(), t: timestamp() };
	const content = stanza('primary_ephemeral_identity', {}, encode('PrimaryEphemeralIdentity', phone));
	setImmediate(() => {
		connection.send(stanza('notification', attrs, [content]));
	});
	return [];
}

/** Checks the commitment of the client. */
export function receiveNonce(_world: World, { pairing }: Connection, nonce: Stanza): Stanza[] {
	const passkey = asked(pairing);
	const { commitment } = passkey;
	if (commitment === null) throw new QueryError(400, 'bad-request');
	const hash = createHash('sha256').update(commitment.identity).update(bytesOf(nonce)).digest();
	if (!hash.equals(commitment.hash)) throw new QueryError(401, 'not-authorized');
	passkey.isRevealed = true;
	return [];
}

/** The phone decrypts the keys of the device and links it. */
export function receivePairingRequest(world: World, connection: Connection, sealed: Stanza): Stanza[] {
	const { pairing } = connection;
	const { commitment, isRevealed, keys, person, history } = asked(pairing);
	if (commitment === null || !isRevealed) throw new QueryError(400, 'bad-request');
	const companion = decode('CompanionEphemeralIdentity', commitment.identity);
	const shared = calculateAgreement(signalKey(companion.publicKey), keys.privKey);
	const salt = `Companion Pairing ${companion.deviceType} with ref ${companion.ref}`;
	const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Pairing Information Encryption Key', 32));
	const { encryptedPayload, iv } = decode('EncryptedPairingRequest', bytesOf(sealed));
	const opened = openSealed(key, iv, encryptedPayload);
	if (opened === null) throw new QueryError(401, 'not-authorized');
	const request = decode('PairingRequest', opened);
	if (Buffer.from(request.companionPublicKey).toString('hex') !== pairing?.noiseKey) {
		world.log.violations.push(`${person.phone}: the pairing request shows the key of another connection`);
	}
	const identityKey = Buffer.from(request.companionIdentityKey);
	const secret = Buffer.from(request.advSecret);
	setImmediate(() => {
		void linkDevice(world, connection, { person, history, identityKey, secret });
	});
	return [];
}

function asked(pairing: PairingRequest | null): AskedPasskey {
	if (!pairing?.passkey) throw new QueryError(400, 'bad-request');
	return pairing.passkey;
}

function optionsOf(challenge: string): Stanza {
	const options = {
		challenge,
		timeout: 600_000,
		rpId: 'whatsapp.com',
		allowCredentials: [],
		userVerification: 'required',
		extensions: { uvm: true },
	};
	return stanza('passkey_request_options', {}, Buffer.from(JSON.stringify(options)));
}

/** Whether an answer has WebAuthn's form, of WhatsApp's own page, and answers this challenge. */
function isAssertion(challenge: string, prologue: Stanza): boolean {
	const { id, rawId, type, response } = JSON.parse(textOf(child(prologue, 'webauthn_assertion'))) as {
		id: string;
		rawId: string;
		type: string;
		response: { clientDataJSON: string; authenticatorData: string; signature: string };
	};
	const client = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
		type: string;
		challenge: string;
		origin: string;
	};
	const relyingParty = Buffer.from(response.authenticatorData, 'base64url').subarray(0, 32);
	return (
		type === 'public-key' &&
		id === rawId &&
		bytesOf(child(prologue, 'credential_id')).equals(Buffer.from(rawId, 'base64url')) &&
		client.type === 'webauthn.get' &&
		client.challenge === challenge &&
		client.origin === 'https://web.whatsapp.com' &&
		relyingParty.equals(createHash('sha256').update('whatsapp.com').digest()) &&
		response.signature !== ''
	);
}
