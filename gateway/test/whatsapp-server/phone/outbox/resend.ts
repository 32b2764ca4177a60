import { signalKey } from '../../wire/authority.ts';
import type { Companion } from '../../companion.ts';
import { deliver, acknowledge } from '../../deliver.ts';
import { enc } from './enc.ts';
import { bundleOf, senderKeyHolder, encryptFor } from './phone-outbox.ts';
import { renewSession } from '../sessions.ts';
import { bytesOf, child, stanza, type Stanza } from '../../wire/stanza.ts';
import { personByJid, type World } from '../../world.ts';

/** Answers a retry receipt: the phone starts a new session and sends the message again. */
export function resend(world: World, companion: Companion, receipt: Stanza): void {
	const { id = '', to = '', participant } = receipt.attrs;
	const person = personByJid(world, participant ?? to);
	const sent = person?.sent.get(id);
	acknowledge(companion, 'message', { id });
	if (person === null || sent === undefined) return;
	const count = child(receipt, 'retry')?.attrs.count ?? '1';
	// The device may lack the sender key of the group, too.
	world.groups.get(to)?.senderKeyHolders.delete(senderKeyHolder(person, companion));
	void person.device.runExclusive(async () => {
		const address = { lid: companion.person.lid, device: companion.device };
		await renewSession(person.device, address, bundleIn(receipt) ?? bundleOf(companion));
		const encrypted = await encryptFor(person, companion, sent.content);
		deliver(companion, stanza('message', sent.attrs, [enc(encrypted, sent.content, count)]));
	});
}

/** The prekey bundle in a retry receipt, from the second one on. */
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
