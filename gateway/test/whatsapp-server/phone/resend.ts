import { signalKey } from '../wire/authority.ts';
import type { Companion } from '../companion.ts';
import { deliver, settle } from '../deliver.ts';
import { enc } from './enc.ts';
import { bundleOf, knowing, sealFor } from './phone-outbox.ts';
import { renewSession } from './sessions.ts';
import { bytesOf, child, stanza, type Stanza } from '../wire/stanza.ts';
import { personNamed, type World } from '../world.ts';

/** A client could not read a message: the phone begins a new session, and sends it once more. */
export function resend(world: World, companion: Companion, receipt: Stanza): void {
	const { id = '', to = '', participant } = receipt.attrs;
	const person = personNamed(world, participant ?? to);
	const sent = person?.sent.get(id);
	settle(companion, 'message', { id });
	if (person === null || sent === undefined) return;
	const count = child(receipt, 'retry')?.attrs.count ?? '1';
	// It may not have the key of the group's messages either.
	world.groups.get(to)?.keyed.delete(knowing(person, companion));
	void person.device.inTurn(async () => {
		const address = { lid: companion.person.lid, device: companion.device };
		await renewSession(person.device, address, bundleIn(receipt) ?? bundleOf(companion));
		const sealed = await sealFor(person, companion, sent.content);
		deliver(companion, stanza('message', sent.attrs, [enc(sealed, sent.content, count)]));
	});
}

/** The keys that a client sends along when it has asked before. */
function bundleIn(receipt: Stanza) {
	const keys = child(receipt, 'keys');
	if (keys === undefined) return null;
	const key = child(keys, 'key');
	const skey = child(keys, 'skey');
	const number = (one: Stanza | undefined) => {
		const bytes = bytesOf(one);
		return bytes.readUIntBE(0, bytes.length);
	};
	return {
		registrationId: number(child(receipt, 'registration')),
		identityKey: signalKey(bytesOf(child(keys, 'identity'))),
		signedPreKey: {
			keyId: number(child(skey, 'id')),
			publicKey: signalKey(bytesOf(child(skey, 'value'))),
			signature: bytesOf(child(skey, 'signature')),
		},
		...(key === undefined
			? {}
			: { preKey: { keyId: number(child(key, 'id')), publicKey: signalKey(bytesOf(child(key, 'value'))) } }),
	};
}
