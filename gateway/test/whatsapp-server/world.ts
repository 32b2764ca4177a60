import { createAuthority, type Authority } from './wire/authority.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import type { Group } from './groups/groups.ts';
import { createLog, type Log } from './log.ts';
import type { Placeholder } from './phone/absent.ts';
import type { MediaBehavior } from './media/media-behavior.ts';
import type { MediaRetryRule, Original } from './media/media-retry.ts';
import type { MediaRule, MessageRule, QueryRule } from './rules.ts';
import { createPerson, habitOf, type Person } from './phone/people.ts';
import { LIDS, parseJid } from './wire/jid.ts';

/** What the stand-in knows, and what it was told by clients. */
export interface World {
	authority: Authority;
	/** `<address>:<port>` where the media host listens. */
	mediaHost: string;
	people: Map<string, Person>;
	byLid: Map<string, Person>;
	connections: Set<Connection>;
	groups: Map<string, Group>;
	/** Encrypted files at the media host, by path. */
	media: Map<string, Buffer>;
	mediaRule: MediaRule;
	mediaBehaviors: MediaBehavior[];
	/** Downloads that are not over. */
	openDownloads: number;
	/** Files that phones still have, by message. */
	originals: Map<string, Original>;
	/** How phones answer when they are asked to upload a file again; the first rule that fits is used. */
	mediaRetryRules: MediaRetryRule[];
	/** Messages that the server had without their content, by identifier; their account's phone has them whole. */
	placeholders: Map<string, Placeholder>;
	messageRules: MessageRule[];
	queryRules: QueryRule[];
	/** Logins that are refused with this reason, by phone. */
	refusals: Map<string, string>;
	/** Phones that ask for a passkey where a device is to be linked. */
	passkeys: Set<string>;
	/** Nobody can connect while it is true. */
	offline: boolean;
	/** By which of their identities phones write: LIDs, or phone numbers as of old. */
	addressing: Addressing;
	/** How many QR codes a client that asks to be linked is given. */
	refs: number;
	log: Log;
}

export type Addressing = 'lid' | 'pn';

export function createWorld(): World {
	return {
		authority: createAuthority(),
		mediaHost: '',
		people: new Map(),
		byLid: new Map(),
		connections: new Set(),
		groups: new Map(),
		media: new Map(),
		mediaRule: {},
		mediaBehaviors: [],
		openDownloads: 0,
		originals: new Map(),
		mediaRetryRules: [],
		placeholders: new Map(),
		messageRules: [],
		queryRules: [],
		refusals: new Map(),
		passkeys: new Set(),
		offline: false,
		addressing: 'lid',
		refs: 6,
		log: createLog(),
	};
}

/** The person with a phone: everybody is on the network, but those whose number says they are not. */
export function personOf(world: World, phone: string): Person | null {
	const known = world.people.get(phone);
	if (known !== undefined) return known;
	if (habitOf(phone) === 'absent' || !/^[1-9]\d{6,14}$/.test(phone)) return null;
	const person = createPerson(phone);
	world.people.set(phone, person);
	world.byLid.set(person.lid, person);
	return person;
}

/** The person a JID names, by phone or by LID. */
export function personNamed(world: World, text: string): Person | null {
	const { user, server } = parseJid(text);
	return server === LIDS ? (world.byLid.get(user) ?? null) : personOf(world, user);
}

/** The instance linked to a phone; the last one, where there are many. Throws where there is none. */
export function accountOf(world: World, phone: string): Companion {
	const companion = world.people.get(phone)?.companions.at(-1);
	if (companion === undefined) throw new Error(`Nothing is linked to ${phone}.`);
	return companion;
}
