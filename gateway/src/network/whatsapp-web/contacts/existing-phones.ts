import type { WASocket } from 'baileys';
import { jidOfPhone, userOf } from '../identity/jid.ts';

/** Numbers in one query to WhatsApp. */
const BATCH_SIZE = 100;

/** Returns the phones that are on WhatsApp. */
export async function existingPhones(
	socket: WASocket,
	phones: readonly string[],
): Promise<ReadonlySet<string>> {
	const existing = new Set<string>();
	for (let from = 0; from < phones.length; from += BATCH_SIZE) {
		const batch = phones.slice(from, from + BATCH_SIZE);
		const results = (await socket.onWhatsApp(...batch.map(jidOfPhone))) ?? [];
		const users = results.flatMap(({ jid, exists }) => (exists ? userOf(jid) : []));
		for (const phone of batch) if (users.includes(phone)) existing.add(phone);
		// Some countries have two forms of a number, and WhatsApp answers with the form the account is registered with.
		const unmatched = users.filter((user) => !batch.includes(user));
		if (unmatched.length > 0)
			for (const phone of await registeredUnderOtherForm(socket, batch, existing)) existing.add(phone);
	}
	return existing;
}

/** Queries the phones that are not known to exist one by one, so that each answer belongs to its phone. */
async function registeredUnderOtherForm(
	socket: WASocket,
	phones: readonly string[],
	existing: ReadonlySet<string>,
): Promise<string[]> {
	const registered: string[] = [];
	for (const phone of phones) {
		if (existing.has(phone)) continue;
		const [result] = (await socket.onWhatsApp(jidOfPhone(phone))) ?? [];
		if (result?.exists === true) registered.push(phone);
	}
	return registered;
}
