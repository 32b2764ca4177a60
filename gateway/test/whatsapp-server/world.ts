import { createAuthority, type Authority } from './wire/authority.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import type { Group } from './groups/groups.ts';
import { createLog, type Log } from './log.ts';
import type { Placeholder } from './phone/outbox/placeholder.ts';
import type { MediaBehavior } from './media/media-behavior.ts';
import type { MediaRetryRule, Original } from './media/media-retry.ts';
import type { MediaRule, MessageRule, QueryRule } from './rules.ts';
import type { KnownPoll } from './phone/polls.ts';
import { createPerson, behaviorOf, type Person } from './phone/people.ts';
import { LIDS, parseJid } from './wire/jid.ts';

/** The state of the stand-in. */
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
	/** Downloads in progress. */
	openDownloads: number;
	/** Files that phones still have, by message. */
	originals: Map<string, Original>;
	/** Phones' answers to requests for a new upload; the first matching rule applies. */
	mediaRetryRules: MediaRetryRule[];
	/** Messages without content on the server, by id; the account's phone has the content. */
	placeholders: Map<string, Placeholder>;
	/** By message. */
	polls: Map<string, KnownPoll>;
	messageRules: MessageRule[];
	queryRules: QueryRule[];
	/** Answer the held queries. */
	heldAnswers: (() => void)[];
	/** Reasons to reject the logins of an account, by phone. */
	loginRejections: Map<string, string>;
	/** Phones that require a passkey to link a device. */
	passkeys: Set<string>;
	/** Rejects every connection while true. */
	offline: boolean;
	/** Whether phones address messages by LID or by phone number. */
	addressing: Addressing;
	/** Number of QR codes for a client in pairing. */
	refs: number;
	/** Most patches of a collection of the app state in one answer. */
	patchesPerAnswer: number;
	/** Patches of the app state, by collection. */
	appStatePatches: Map<string, Buffer>;
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
		polls: new Map(),
		messageRules: [],
		queryRules: [],
		heldAnswers: [],
		loginRejections: new Map(),
		passkeys: new Set(),
		offline: false,
		addressing: 'lid',
		refs: 6,
		patchesPerAnswer: Infinity,
		appStatePatches: new Map(),
		log: createLog(),
	};
}

/** Returns the person with a phone: everybody is on the network, except by the last digits of their number. */
export function personByPhone(world: World, phone: string): Person | null {
	const known = world.people.get(phone);
	if (known !== undefined) return known;
	if (behaviorOf(phone) === 'absent' || !/^[1-9]\d{6,14}$/.test(phone)) return null;
	const person = createPerson(phone);
	world.people.set(phone, person);
	world.byLid.set(person.lid, person);
	return person;
}

/** Returns the person of a JID, by phone or by LID. */
export function personByJid(world: World, text: string): Person | null {
	const { user, server } = parseJid(text);
	return server === LIDS ? (world.byLid.get(user) ?? null) : personByPhone(world, user);
}

/** Returns the last device linked to a phone. Throws when there is none. */
export function accountOf(world: World, phone: string): Companion {
	const companion = world.people.get(phone)?.companions.at(-1);
	if (companion === undefined) throw new Error(`Nothing is linked to ${phone}.`);
	return companion;
}
