import type { PreKeyBundleInput } from 'whatsapp-rust-bridge';
import { rawKey, signalKey } from '../wire/authority.ts';
import { takePreKeyBundle, type Companion } from '../companion.ts';
import { parseJid } from '../wire/jid.ts';
import { bigEndian, bytesOf, child, children, stanza, type Stanza } from '../wire/stanza.ts';
import { personByJid } from '../world.ts';
import { requireCompanion, QueryError, type Query } from './query.ts';

const KEY_TYPE = Buffer.from([5]);

/** Answers queries for Signal keys: the number of prekeys left, uploads, and bundles of others. */
export function answerKeyQuery(query: Query): Stanza[] {
	const companion = requireCompanion(query);
	const { iq, first } = query;
	switch (first?.tag ?? '') {
		case 'count':
			return [stanza('count', { value: String(companion.preKeys.size) })];
		case 'digest':
			return [digest(companion)];
		case 'rotate':
			companion.signedPreKey = signedKeyIn(child(first, 'skey'));
			return [];
		case 'key':
			return [
				stanza(
					'list',
					{},
					children(first, 'user').map((one) => bundleFor(query, one.attrs.jid ?? '')),
				),
			];
		default:
			upload(companion, iq);
			return [];
	}
}

function upload(companion: Companion, iq: Stanza): void {
	const identity = bytesOf(child(iq, 'identity'));
	if (!identity.equals(rawKey(companion.identityKey))) throw new QueryError(406, 'not-acceptable');
	companion.signedPreKey = signedKeyIn(child(iq, 'skey'));
	companion.requestedPreKeys = false;
	for (const key of children(child(iq, 'list'), 'key')) {
		companion.preKeys.set(numberIn(child(key, 'id')), signalKey(bytesOf(child(key, 'value'))));
	}
}

function signedKeyIn(skey: Stanza | undefined) {
	return {
		keyId: numberIn(child(skey, 'id')),
		publicKey: signalKey(bytesOf(child(skey, 'value'))),
		signature: bytesOf(child(skey, 'signature')),
	};
}

function numberIn(one: Stanza | undefined): number {
	const bytes = bytesOf(one);
	return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
}

function digest(companion: Companion): Stanza {
	const ids = [...companion.preKeys.keys()].map((id) => stanza('id', {}, bigEndian(id, 3)));
	return stanza('digest', {}, [
		stanza('registration', {}, bigEndian(companion.registrationId, 4)),
		stanza('type', {}, KEY_TYPE),
		stanza('identity', {}, rawKey(companion.identityKey)),
		stanza('skey', {}, [stanza('id', {}, bigEndian(companion.signedPreKey.keyId, 3))]),
		stanza('list', {}, ids),
	]);
}

/** Returns the prekey bundle of a phone or of a companion device. */
function bundleFor({ world }: Query, name: string): Stanza {
	const person = personByJid(world, name);
	const { device } = parseJid(name);
	const companion = person?.companions.find((one) => one.device === device);
	if (person === null || (device !== 0 && companion === undefined)) {
		return stanza('user', { jid: name }, [stanza('error', { code: '404', text: 'item-not-found' })]);
	}
	if (person.keysRefused && device === 0) {
		return stanza('user', { jid: name }, [stanza('error', { code: '406', text: 'not-acceptable' })]);
	}
	const bundle: PreKeyBundleInput =
		companion === undefined ? person.device.bundle() : takePreKeyBundle(companion);
	return stanza('user', { jid: name }, [
		stanza('registration', {}, bigEndian(bundle.registrationId, 4)),
		stanza('type', {}, KEY_TYPE),
		stanza('identity', {}, rawKey(bundle.identityKey)),
		...(bundle.preKey === undefined
			? []
			: [
					stanza('key', {}, [
						stanza('id', {}, bigEndian(bundle.preKey.keyId, 3)),
						stanza('value', {}, rawKey(bundle.preKey.publicKey)),
					]),
				]),
		stanza('skey', {}, [
			stanza('id', {}, bigEndian(bundle.signedPreKey.keyId, 3)),
			stanza('value', {}, rawKey(bundle.signedPreKey.publicKey)),
			stanza('signature', {}, bundle.signedPreKey.signature),
		]),
	]);
}
