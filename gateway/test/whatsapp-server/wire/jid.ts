/** The sender or recipient of a stanza. */
export interface Jid {
	/** Digits of a phone, of a LID or of a group. */
	user: string;
	/** 0 is the phone itself. */
	device: number;
	server: string;
}

export const PHONES = 's.whatsapp.net';
export const LIDS = 'lid';
export const GROUPS = 'g.us';

/** The sender of the server's own stanzas. */
export const SERVER = '@s.whatsapp.net';

export function parseJid(text: string): Jid {
	const at = text.indexOf('@');
	const [user = '', device = '0'] = text.slice(0, Math.max(at, 0)).split(':');
	return { user, device: Number(device), server: text.slice(at + 1) };
}

export function jid(user: string, server: string, device = 0): string {
	return `${user}${device === 0 ? '' : `:${device}`}@${server}`;
}
