import type { BinaryNode } from 'baileys';
import type { PresenceState } from '../../../domain/chats/presence.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { withoutDevice } from '../identity/jid.ts';

/** The presence of a person in a stanza, by the JIDs that WhatsApp uses. */
export interface PresenceInStanza {
	chat: string;
	person: string;
	state: PresenceState;
	/** Seconds since 1970; undefined: hidden, or unknown. */
	lastSeen: string | undefined;
}

/** Reads a `presence` or `chatstate` stanza; null: it says nothing of a person, or names none. */
export function presenceIn({ tag, attrs, content }: BinaryNode): PresenceInStanza | null {
	const chat = withoutDevice(attrs.from ?? '');
	const person = withoutDevice(attrs.participant ?? attrs.from ?? '');
	if (chat === null || person === null || isGroupJid(person)) return null;
	const state = tag === 'presence' ? availabilityOf(attrs.type) : chatStateOf(content);
	if (state === null) return null;
	return { chat, person, state, lastSeen: state === 'offline' ? attrs.last : undefined };
}

function availabilityOf(type: string | undefined): PresenceState | null {
	if (type === undefined || type === 'available') return 'online';
	return type === 'unavailable' ? 'offline' : null;
}

function chatStateOf(content: BinaryNode['content']): PresenceState | null {
	const [state] = Array.isArray(content) ? content : [];
	if (state === undefined) return null;
	if (state.tag === 'composing') return state.attrs.media === 'audio' ? 'recording' : 'typing';
	return state.tag === 'recording' || state.tag === 'paused' ? state.tag : null;
}
