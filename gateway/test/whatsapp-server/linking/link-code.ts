import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { calculateAgreement, generateKeyPair } from 'whatsapp-rust-bridge';
import { newId, timestamp, type Connection } from '../connection.ts';
import type { HistoryChat } from '../phone/history.ts';
import { linkDevice, type Scanned } from './link-device.ts';
import { QueryError } from '../queries/query.ts';
import { rawKey, signalKey } from '../wire/authority.ts';
import { parseJid, SERVER } from '../wire/jid.ts';
import { bytesOf, child, stanza, textOf, type Stanza } from '../wire/stanza.ts';
import { personByPhone, type World } from '../world.ts';

const TAG = 'link_code_companion_reg';
/** The names of clients that the server accepts: a browser and an operating system. */
const DISPLAY = /^(?:Chrome|Edge|Firefox|Opera|Safari) \((?:Windows|Mac OS|Linux|Ubuntu)\)$/;

/** A pairing code that a client has registered for a phone. */
export interface RegisteredCode {
	phone: string;
	/** The client's public key, encrypted with the code. */
	wrappedKey: Buffer;
	ref: Buffer;
	display: string;
	/** Whether the phone shows a notification. */
	isNotified: boolean;
	/** Called with the client's answer to the phone. */
	onFinish: ((bundle: Buffer) => void) | null;
}

export interface TypedCode {
	phone: string;
	code: string;
	name?: string;
	history?: HistoryChat[] | null;
	/** The server retires the secrets of the client between the phone's answer and the link. */
	isRetired?: boolean;
}

/** Registers a code, or passes the client's answer on to the phone. */
export function answerLinkCode(world: World, { pairing }: Connection, first: Stanza): Stanza[] {
	const { stage, jid = '', should_show_push_notification: notify } = first.attrs;
	if (pairing === null) throw new QueryError(400, 'bad-request');
	const { user: phone } = parseJid(jid);
	if (stage === 'companion_finish') {
		const { linkCode } = pairing;
		if (linkCode === null || !bytesOf(child(first, 'link_code_pairing_ref')).equals(linkCode.ref)) {
			throw new QueryError(400, 'bad-request');
		}
		linkCode.onFinish?.(bytesOf(child(first, 'link_code_pairing_wrapped_key_bundle')));
		return [];
	}
	const display = textOf(child(first, 'companion_platform_display'));
	// The server does not give the reason of a refusal: the same answer for a bad name and a number that is not on the
	// network.
	if (stage !== 'companion_hello' || !DISPLAY.test(display) || personByPhone(world, phone) === null) {
		throw new QueryError(400, 'bad-request');
	}
	if (bytesOf(child(first, 'companion_server_auth_key_pub')).toString('hex') !== pairing.noiseKey) {
		world.log.violations.push(`${phone}: the pairing code is registered with the key of another connection`);
	}
	const ref = randomBytes(24);
	pairing.linkCode = {
		phone,
		wrappedKey: bytesOf(child(first, 'link_code_pairing_wrapped_companion_ephemeral_pub')),
		ref,
		display,
		isNotified: notify === 'true',
		onFinish: null,
	};
	return [stanza(TAG, { stage: 'companion_hello' }, [stanza('link_code_pairing_ref', {}, ref)])];
}

/** Types a code on a phone. A wrong code shows itself only when the phone cannot open the client's answer. */
export async function typeCode(
	world: World,
	{ phone, code, name, history = [], isRetired }: TypedCode,
): Promise<Scanned> {
	const person = personByPhone(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	if (name !== undefined) person.name = name;
	const connection = [...world.connections].findLast((one) => one.pairing?.linkCode?.phone === phone);
	const registered = connection?.pairing?.linkCode;
	if (connection === undefined || !registered) {
		return { linked: false, reason: 'There is no code for this phone.' };
	}
	const typed = code.replaceAll('-', '');
	const theirKey = unwrap(registered.wrappedKey, typed);
	const keys = generateKeyPair();
	const identity = rawKey(person.device.identity.pubKey);
	const answered = Promise.withResolvers<Buffer>();
	registered.onFinish = answered.resolve;
	notify(connection, 'primary_hello', registered.ref, [
		stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrap(rawKey(keys.pubKey), typed)),
		stanza('primary_identity_pub', {}, identity),
	]);
	const bundle = await answered.promise;
	const shared = Buffer.from(calculateAgreement(signalKey(theirKey), keys.privKey));
	const opened = open(bundle, shared);
	if (opened === null) return { linked: false, reason: 'The phone cannot open the key bundle.' };
	const [identityKey, echoed, random] = [
		opened.subarray(0, 32),
		opened.subarray(32, 64),
		opened.subarray(64, 96),
	];
	if (!echoed.equals(identity)) return { linked: false, reason: 'The key bundle is for another phone.' };
	const sharedIdentity = calculateAgreement(signalKey(identityKey), person.device.identity.privKey);
	const material = Buffer.concat([shared, sharedIdentity, random]);
	const secret = Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), 'adv_secret', 32));
	if (isRetired === true) retireSecret(connection);
	return linkDevice(world, connection, { person, history, identityKey: Buffer.from(identityKey), secret });
}

/** Notifies a client that its secret is no longer valid; returns the id of the notification. */
export function retireSecret(connection: Connection, child = 'companion_reg_refresh'): string {
	const id = newId();
	const attrs = { from: SERVER, type: 'companion_reg_refresh', id, t: timestamp() };
	connection.send(stanza('notification', attrs, [stanza(child)]));
	return id;
}

/** Notifies the client that its code is no longer valid. */
export function refreshCode(world: World, phone: string): void {
	const connection = [...world.connections].findLast((one) => one.pairing?.linkCode?.phone === phone);
	const registered = connection?.pairing?.linkCode;
	if (connection === undefined || !registered) throw new Error(`There is no code for ${phone}.`);
	notify(connection, 'refresh_code', registered.ref, []);
}

function notify(connection: Connection, stage: string, ref: Buffer, content: Stanza[]): void {
	const attrs = { from: SERVER, type: TAG, id: newId(), t: timestamp() };
	const refNode = stanza('link_code_pairing_ref', {}, ref);
	connection.send(stanza('notification', attrs, [stanza(TAG, { stage }, [refNode, ...content])]));
}

function keyOf(code: string, salt: Uint8Array): Buffer {
	return pbkdf2Sync(code, salt, 131_072, 32, 'sha256');
}

function unwrap(wrapped: Buffer, code: string): Buffer {
	const decipher = createDecipheriv(
		'aes-256-ctr',
		keyOf(code, wrapped.subarray(0, 32)),
		wrapped.subarray(32, 48),
	);
	return Buffer.concat([decipher.update(wrapped.subarray(48, 80)), decipher.final()]);
}

function wrap(key: Buffer, code: string): Buffer {
	const [salt, iv] = [randomBytes(32), randomBytes(16)];
	const cipher = createCipheriv('aes-256-ctr', keyOf(code, salt), iv);
	return Buffer.concat([salt, iv, cipher.update(key), cipher.final()]);
}

/** Opens a key bundle; null: the key is wrong. */
function open(bundle: Buffer, shared: Buffer): Buffer | null {
	const info = 'link_code_pairing_key_bundle_encryption_key';
	const key = Buffer.from(hkdfSync('sha256', shared, bundle.subarray(0, 32), info, 32));
	return openSealed(key, bundle.subarray(32, 44), bundle.subarray(44));
}

/** Decrypts AES-GCM with the tag at the end; null: the key is wrong. */
export function openSealed(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer | null {
	const decipher = createDecipheriv('aes-256-gcm', key, iv);
	decipher.setAuthTag(sealed.subarray(-16));
	try {
		return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
	} catch {
		return null;
	}
}
