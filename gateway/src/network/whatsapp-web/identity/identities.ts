import type { WASocket } from 'baileys';
import { chatIdOf, isGroupJid, isPhone } from '../../../domain/phone.ts';
import { isLid, isPhoneJid, userOf, withoutDevice } from './jid.ts';

/**
 * Maps between the two kinds of JIDs of a person: one contains the phone number, the other is a LID. `alternative` is
 * the second JID of the same person, where WhatsApp sent one with the first.
 */
export interface Identities {
	/** The phone of a person; null: WhatsApp has not disclosed it. */
	phoneOf(jid: string, alternative?: string | null): Promise<string | null>;
	/** The id of the chat with a person or a group; it contains the phone where that is known. */
	chatIdOf(jid: string, alternative?: string | null): Promise<string>;
	/** The known JIDs of a person without devices, the given one first. Queries WhatsApp for an unknown LID. */
	namesOf(jid: string, alternative?: string | null): Promise<string[]>;
	/** Whether two JIDs belong to the same person. Queries WhatsApp for mappings that are unknown. */
	areSame(first: string, second: string): Promise<boolean>;
}

export function createIdentities(lids: WASocket['signalRepository']['lidMapping']): Identities {
	async function phoneOf(jid: string, alternative: string | null = null): Promise<string | null> {
		const given = [jid, alternative].find((candidate) => candidate !== null && isPhoneJid(candidate));
		const phoneJid = given ?? (isLid(jid) ? await lids.getPNForLID(jid) : null);
		if (phoneJid === null || !isPhoneJid(phoneJid)) return null;
		const phone = userOf(phoneJid);
		return isPhone(phone) ? phone : null;
	}

	async function lidOf(jid: string): Promise<string | null> {
		// Throws where WhatsApp does not answer, unlike the function for a single phone.
		const lid = isLid(jid) ? jid : (await lids.getLIDsForPNs([jid]))?.[0]?.lid;
		return lid === undefined ? null : withoutDevice(lid);
	}

	return {
		phoneOf,
		async chatIdOf(jid, alternative = null) {
			if (isGroupJid(jid)) return jid;
			const phone = await phoneOf(jid, alternative);
			return phone === null ? (withoutDevice(jid) ?? jid) : chatIdOf(phone);
		},
		async namesOf(jid, alternative = null) {
			const other = alternative ?? (isLid(jid) ? await lids.getPNForLID(jid) : await lidOf(jid));
			const names = [jid, other].map((name) => (name === null ? null : withoutDevice(name)));
			return [...new Set(names.filter((name) => name !== null))];
		},
		async areSame(first, second) {
			const [a, b] = [withoutDevice(first), withoutDevice(second)];
			if (a === null || b === null) return false;
			if (a === b) return true;
			if (isLid(a) && isLid(b)) return false;
			const lid = await lidOf(a);
			return lid !== null && lid === (await lidOf(b));
		},
	};
}
