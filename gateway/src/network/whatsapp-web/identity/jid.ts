import { isGroupJid, isPersonId, NETWORK_DOMAIN } from '../../../domain/phone.ts';

/** Domain of LIDs, the JIDs that do not contain a phone number. */
const LID_DOMAIN = 'lid';
const LID_DOMAINS: ReadonlySet<string> = new Set([LID_DOMAIN, 'hosted.lid']);
/** Domains of JIDs that contain a phone number. */
const PHONE_DOMAINS: ReadonlySet<string> = new Set([NETWORK_DOMAIN, 'c.us', 'hosted']);

/** Digits of a user. Wider than a phone number: WhatsApp's own accounts have numbers that no phone has. */
const USER = /^\d{1,20}$/;

/** The user of a JID, without domain and device: `4915` for `4915:3@s.whatsapp.net`. */
export function userOf(jid: string): string {
	return (jid.split('@')[0] ?? '').split(/[:_]/)[0] ?? '';
}

/** Whether the user of a JID is a LID: an id that hides the phone number. */
export function isLid(jid: string): boolean {
	return LID_DOMAINS.has(domainOf(jid));
}

/** Whether the user of a JID is a phone number. */
export function isPhoneJid(jid: string): boolean {
	return PHONE_DOMAINS.has(domainOf(jid));
}

function domainOf(jid: string): string {
	return jid.slice(jid.indexOf('@') + 1);
}

/** The JID of a person or a group without the device; null: the JID names neither. */
export function withoutDevice(jid: string): string | null {
	if (isGroupJid(jid)) return jid;
	const user = userOf(jid);
	if (isLid(jid)) return isPersonId(`${user}@${LID_DOMAIN}`) ? `${user}@${LID_DOMAIN}` : null;
	return isPhoneJid(jid) && USER.test(user) ? `${user}@${NETWORK_DOMAIN}` : null;
}

const BROADCAST_DOMAIN = '@broadcast';
/** The JID of all status updates. */
const STATUS_JID = `status${BROADCAST_DOMAIN}`;

/** The domain of assistants, such as Meta AI. */
const ASSISTANT_DOMAIN = '@bot';
/** The domains of what is no chat of the account with people: status updates, broadcast lists, channels and assistants. */
const IGNORED_DOMAINS = [BROADCAST_DOMAIN, '@newsletter', ASSISTANT_DOMAIN];

/** Whether a JID is ignored, because it is no chat of the account with people. */
export function isIgnoredJid(jid: string): boolean {
	return IGNORED_DOMAINS.some((domain) => jid.endsWith(domain));
}

/** Whether a JID is that of an assistant, which is no person. */
export function isAssistant(jid: string): boolean {
	return jid.endsWith(ASSISTANT_DOMAIN);
}

/** Whether a JID is that of a broadcast list, by which one message goes to many chats. */
export function isBroadcastList(jid: string): boolean {
	return jid.endsWith(BROADCAST_DOMAIN) && jid !== STATUS_JID;
}

/** The JID of a phone number. */
export function jidOfPhone(phone: string): string {
	return `${phone}@${NETWORK_DOMAIN}`;
}
