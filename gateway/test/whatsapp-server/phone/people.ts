import { createHash } from 'node:crypto';
import type { Companion } from '../companion.ts';
import { jid, LIDS, PHONES } from '../wire/jid.ts';
import { createAppState, type AppState } from './app-state.ts';
import type { ChatState } from './chat-states.ts';
import type { Standing } from './restrictions.ts';
import { createSignalDevice, type SignalDevice } from './signal-device.ts';
import type { Content } from '../wire/wire.ts';

/** A person with a phone on the network. */
export interface Person {
	phone: string;
	/** The digits of the LID. */
	lid: string;
	name: string;
	behavior: Behavior;
	/** The text of the profile; null: private. */
	about: string | null;
	/** The URL of the picture; null: none; `private`: hidden. */
	picture: string | null;
	/** The bytes of the picture, where a client has set it. */
	image: Buffer | null;
	isBusiness: boolean;
	/** The server reveals only the LID. */
	hidden: boolean;
	/** The server answers queries for the keys of the phone with an error. */
	keysRefused: boolean;
	/** The server answers queries for its devices with an error. */
	devicesRefused: boolean;
	/** The phone's own keys. */
	device: SignalDevice;
	/** The companion devices: instances of gateways. */
	companions: Companion[];
	/** Number of devices ever linked; device numbers are not reused. */
	linked: number;
	/** The shared state of the account's devices. */
	appState: AppState;
	/** Chats that differ from a new one, by phone or group JID. */
	chats: Map<string, ChatState>;
	/** Phones that it has blocked. */
	blocked: Set<string>;
	standing: Standing;
	/** Messages sent by the phone, for retry receipts. */
	sent: Map<string, Sent>;
	/** Ids of received messages: a repeated message is recorded once. */
	seen: Set<string>;
	/** The number of retry receipts by message id. */
	attempts: Map<string, number>;
}

export interface Sent {
	content: Content;
	/** The attributes of its stanza. */
	attrs: Record<string, string>;
}

/** The reaction of a phone to messages, by the last four digits of its number, as in the simulator. */
export type Behavior = 'absent' | 'never_reads' | 'blocks' | 'echoes' | 'refuses_groups' | 'reads';

const BEHAVIORS: Readonly<Record<string, Behavior>> = {
	'0000': 'absent',
	'0001': 'never_reads',
	'0002': 'blocks',
	'0003': 'echoes',
	'0004': 'refuses_groups',
};

export function behaviorOf(phone: string): Behavior {
	return BEHAVIORS[phone.slice(-4)] ?? 'reads';
}

export function createPerson(phone: string): Person {
	return {
		phone,
		lid: lidOf(phone),
		name: `Person ${phone.slice(-4)}`,
		behavior: behaviorOf(phone),
		about: 'Hey there! I am using WhatsApp.',
		picture: null,
		image: null,
		isBusiness: false,
		hidden: false,
		keysRefused: false,
		devicesRefused: false,
		device: createSignalDevice(),
		companions: [],
		linked: 0,
		appState: createAppState(),
		chats: new Map(),
		blocked: new Set(),
		standing: { timelock: null, cap: null },
		sent: new Map(),
		seen: new Set(),
		attempts: new Map(),
	};
}

/** Returns the LID of a phone: always the same 15 digits, which no phone number has. */
function lidOf(phone: string): string {
	const digits = createHash('sha256').update(phone).digest().readUIntBE(0, 6) % 1e13;
	return `99${digits.toString().padStart(13, '0')}`;
}

/** Returns a person's phone JID or LID, by the server. */
export function jidOf(person: Person, server: string, device = 0): string {
	return server === LIDS ? jid(person.lid, LIDS, device) : jid(person.phone, PHONES, device);
}
