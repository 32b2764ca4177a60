import type { WASocket } from 'baileys';
import { chatIdOf, isGroupJid, NETWORK_DOMAIN } from '../../domain/phone.ts';

/** The part after the `@` of identities that show no phone. */
const LID_DOMAIN = 'lid';

/** The user of an identity, without the device: `4915:3@s.whatsapp.net` is `4915`. */
export function userOf(jid: string): string {
	return (jid.split('@')[0] ?? '').split(/[:_]/)[0] ?? '';
}

export function isLid(jid: string): boolean {
	return domainOf(jid) === LID_DOMAIN || domainOf(jid) === 'hosted.lid';
}

function domainOf(jid: string): string {
	return jid.slice(jid.indexOf('@') + 1);
}

/** Tells phones from WhatsApp's two kinds of identities. */
export interface Identities {
	/** The phone behind an identity; null where WhatsApp has not told it. `other` is the second one it told with it. */
	phoneOf(jid: string, other?: string | null): Promise<string | null>;
	/** The chat an identity stands for, by its phone where that is known. */
	chatIdOf(jid: string, other?: string | null): Promise<string>;
}

export function createIdentities(lids: WASocket['signalRepository']['lidMapping']): Identities {
	async function phoneOf(jid: string, other: string | null = null): Promise<string | null> {
		if (!isLid(jid)) return userOf(jid);
		if (other !== null && !isLid(other)) return userOf(other);
		const phone = await lids.getPNForLID(jid);
		return phone === null ? null : userOf(phone);
	}
	return {
		phoneOf,
		async chatIdOf(jid, other = null) {
			if (isGroupJid(jid)) return jid;
			const phone = await phoneOf(jid, other);
			return phone === null ? `${userOf(jid)}@${LID_DOMAIN}` : chatIdOf(phone);
		},
	};
}

/** Whether what comes from here is no message to the account: status updates, broadcasts, channels. */
export function isNoChat(jid: string): boolean {
	return jid.endsWith('@broadcast') || jid.endsWith('@newsletter');
}

/** The identity of a phone. */
export function jidOfPhone(phone: string): string {
	return `${phone}@${NETWORK_DOMAIN}`;
}
