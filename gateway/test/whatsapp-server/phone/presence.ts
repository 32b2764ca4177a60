import type { Companion } from '../companion.ts';
import type { Group } from '../groups/groups.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { accountOf, personByJid, type World } from '../world.ts';
import { jidOf, type Person } from './people.ts';

/** The presence of a person, in the chat with an account or in a group. */
export interface PresenceOptions {
	account: string;
	state: 'online' | 'offline' | 'typing' | 'recording' | 'paused';
	/** Seconds since 1970; null: hidden. */
	lastSeen?: number | null;
}

/** Handles the presence of a client: it is online or not, or subscribes to somebody's. */
export function handlePresence(world: World, companion: Companion, { attrs }: Stanza): void {
	if (attrs.type === 'available' || attrs.type === 'unavailable') {
		companion.available = attrs.type === 'available';
	}
	if (attrs.type === 'subscribe') {
		const to = attrs.to ?? '';
		companion.subscriptions.add(personByJid(world, to)?.phone ?? to);
	}
}

/**
 * Shows an account what a person does; returns whether the server passed it on: only to a device that is online itself,
 * and whether somebody is online only to one that has subscribed to it.
 */
export function showPresence(
	world: World,
	person: Person,
	{ account, state, lastSeen }: PresenceOptions,
	group: Group | null,
): boolean {
	const companion = accountOf(world, account);
	const { connection, available, subscriptions } = companion;
	if (connection === null || !available) return false;
	const jid = jidOf(person, world.addressing === 'lid' ? LIDS : PHONES);
	if (state === 'online' || state === 'offline') {
		if (!subscriptions.has(person.phone)) return false;
		const last = lastSeen === undefined ? {} : { last: lastSeen === null ? 'deny' : String(lastSeen) };
		connection.send(
			stanza('presence', { from: jid, ...(state === 'offline' ? { type: 'unavailable', ...last } : {}) }),
		);
		return true;
	}
	const from =
		group === null ? { from: jid } : { from: group.id, participant: jidOf(person, group.addressing) };
	const tag = state === 'paused' ? 'paused' : 'composing';
	connection.send(stanza('chatstate', from, [stanza(tag, state === 'recording' ? { media: 'audio' } : {})]));
	return true;
}
