import { createAuthority, type Authority } from './authority.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import type { Group } from './groups.ts';
import type { MediaRule, MessageRule, QueryRule } from './rules.ts';
import { createPerson, habitOf, type Person } from './people.ts';
import { LIDS, parseJid } from './jid.ts';

/** What the stand-in knows, and what it was told by clients. */
export interface World {
	authority: Authority;
	/** `<host>:<port>` of the media host. */
	mediaHost: string;
	people: Map<string, Person>;
	byLid: Map<string, Person>;
	connections: Set<Connection>;
	groups: Map<string, Group>;
	/** Encrypted files at the media host, by path. */
	media: Map<string, Buffer>;
	mediaRule: MediaRule;
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

/** What happened, in order. */
export interface Log {
	/** What phones received and could read. */
	received: Received[];
	/** The files of what phones received, by message. */
	files: Map<string, Buffer>;
	/** Receipts of clients. */
	receipts: LoggedReceipt[];
	/** Acknowledgements of clients. */
	acks: LoggedAck[];
	/** Who is shown to be typing, or at hand. */
	presences: LoggedPresence[];
	/** What clients asked, as `<xmlns> <tag>`, and how often. */
	queries: Map<string, number>;
	/** What phones could not read, and asked for again. */
	unreadable: Unreadable[];
	/** What clients did that WhatsApp's own server would not take. */
	violations: string[];
	logins: number;
	messages: number;
}

/** A message as a phone shows it. */
export interface Received {
	/** Phone that received it. */
	by: string;
	/** Phone the sender is linked to. */
	from: string;
	/** Group, or null. */
	group: string | null;
	id: string;
	type: string;
	/** The text, or the caption. */
	text: string | null;
	quoted: { id: string; from: string | null; text: string | null } | null;
	file: { mimeType: string; filename: string | null; bytes: number; sha256: string } | null;
	/** How it was encrypted. */
	sealed: string;
}

export interface Unreadable {
	by: string;
	account: string;
	id: string;
	reason: string;
}

export interface LoggedReceipt {
	account: string;
	ids: string[];
	to: string;
	type: string;
	participant: string | null;
}

export interface LoggedAck {
	account: string;
	id: string;
	class: string;
	type: string | null;
	error: string | null;
}

export interface LoggedPresence {
	account: string;
	/** Chat; null where it is about being at hand. */
	to: string | null;
	state: string;
}

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

export function createLog(): Log {
	return {
		received: [],
		files: new Map(),
		receipts: [],
		acks: [],
		presences: [],
		queries: new Map(),
		unreadable: [],
		violations: [],
		logins: 0,
		messages: 0,
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
