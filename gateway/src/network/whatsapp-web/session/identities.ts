import type { WASocket } from 'baileys';
import { chatIdOf, isGroupJid, isPersonId, isPhone, NETWORK_DOMAIN } from '../../../domain/phone.ts';

/** The part after the `@` of LIDs: identities that show no phone. */
const LID_DOMAIN = 'lid';
const LID_DOMAINS: ReadonlySet<string> = new Set([LID_DOMAIN, 'hosted.lid']);
/** The same of identities that are a phone number. */
const PHONE_DOMAINS: ReadonlySet<string> = new Set([NETWORK_DOMAIN, 'c.us', 'hosted']);

/** Longest identifier of a message that is believed, in characters; WhatsApp's own have 32 at most. */
const NETWORK_ID_LIMIT = 128;
/** WhatsApp's own accounts have numbers that no phone has. */
const PERSON = /^\d{1,20}$/;

/** The user of an identity, without the device: `4915:3@s.whatsapp.net` is `4915`. */
export function userOf(jid: string): string {
	return (jid.split('@')[0] ?? '').split(/[:_]/)[0] ?? '';
}

export function isLid(jid: string): boolean {
	return LID_DOMAINS.has(domainOf(jid));
}

/** Whether the identity is a phone number, and the number no digits of anything else. */
function isOfPhone(jid: string): boolean {
	return PHONE_DOMAINS.has(domainOf(jid));
}

function domainOf(jid: string): string {
	return jid.slice(jid.indexOf('@') + 1);
}

/** Whether an identifier can be one of a message. */
export function isNetworkId(id: string): boolean {
	return /^[\x21-\x7e]+$/.test(id) && id.length <= NETWORK_ID_LIMIT;
}

/** The identity of a person or a group without the device; null for what is neither. */
export function withoutDevice(jid: string): string | null {
	if (isGroupJid(jid)) return jid;
	const user = userOf(jid);
	if (isLid(jid)) return isPersonId(`${user}@${LID_DOMAIN}`) ? `${user}@${LID_DOMAIN}` : null;
	return isOfPhone(jid) && PERSON.test(user) ? `${user}@${NETWORK_DOMAIN}` : null;
}

/** Tells phones from WhatsApp's two kinds of identities. */
export interface Identities {
	/** The phone behind an identity; null where WhatsApp has not told it. `other` is the second one it told with it. */
	phoneOf(jid: string, other?: string | null): Promise<string | null>;
	/** The chat an identity stands for, by its phone where that is known. */
	chatIdOf(jid: string, other?: string | null): Promise<string>;
	/** Whether two identities are of one person; WhatsApp is asked where it has not told. */
	areSame(one: string, another: string): Promise<boolean>;
}

export function createIdentities(lids: WASocket['signalRepository']['lidMapping']): Identities {
	async function phoneOf(jid: string, other: string | null = null): Promise<string | null> {
		const named = [jid, other].find((one) => one !== null && isOfPhone(one));
		const told = named ?? (isLid(jid) ? await lids.getPNForLID(jid) : null);
		if (told === null || !isOfPhone(told)) return null;
		const phone = userOf(told);
		return isPhone(phone) ? phone : null;
	}

	async function lidOf(jid: string): Promise<string | null> {
		const lid = isLid(jid) ? jid : await lids.getLIDForPN(jid);
		return lid === null ? null : withoutDevice(lid);
	}

	return {
		phoneOf,
		async chatIdOf(jid, other = null) {
			if (isGroupJid(jid)) return jid;
			const phone = await phoneOf(jid, other);
			return phone === null ? (withoutDevice(jid) ?? jid) : chatIdOf(phone);
		},
		async areSame(one, another) {
			const [first, second] = [withoutDevice(one), withoutDevice(another)];
			if (first === null || second === null) return false;
			if (first === second) return true;
			if (isLid(first) && isLid(second)) return false;
			const lid = await lidOf(first);
			return lid !== null && lid === (await lidOf(second));
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
