import { createHash } from 'node:crypto';
import type { Companion } from '../companion.ts';
import { jid, LIDS, PHONES } from '../wire/jid.ts';
import { createSignalDevice, type SignalDevice } from './signal-device.ts';
import type { Content } from '../wire/wire.ts';

/** Somebody with a phone on the network. */
export interface Person {
	phone: string;
	/** The digits of the identity that does not tell the phone. */
	lid: string;
	name: string;
	habit: Habit;
	/** The text on the profile; null: kept private. */
	about: string | null;
	/** Where the picture lies; null: there is none; `private`: nobody may see it. */
	picture: string | null;
	isBusiness: boolean;
	/** Nobody is told the phone: only the LID is shown. */
	hidden: boolean;
	/** The phone's own keys. */
	device: SignalDevice;
	/** What is linked to the phone: the instances of gateways. */
	companions: Companion[];
	/** How many devices were ever linked; a number is not given twice. */
	linked: number;
	/** What the phone sent, for devices that could not read it. */
	sent: Map<string, Sent>;
	/** What the phone has shown: a message that comes twice is shown once. */
	seen: Set<string>;
	/** How often it asked again for a message it cannot read. */
	attempts: Map<string, number>;
}

export interface Sent {
	content: Content;
	/** The stanza it travelled in, but for its content. */
	attrs: Record<string, string>;
}

/** What a phone does with what it receives; its number's last four digits tell, as in the simulator. */
export type Habit = 'absent' | 'never_reads' | 'blocks' | 'echoes' | 'refuses_groups' | 'reads';

const HABITS: Readonly<Record<string, Habit>> = {
	'0000': 'absent',
	'0001': 'never_reads',
	'0002': 'blocks',
	'0003': 'echoes',
	'0004': 'refuses_groups',
};

export function habitOf(phone: string): Habit {
	return HABITS[phone.slice(-4)] ?? 'reads';
}

export function createPerson(phone: string): Person {
	return {
		phone,
		lid: lidOf(phone),
		name: `Person ${phone.slice(-4)}`,
		habit: habitOf(phone),
		about: 'Hey there! I am using WhatsApp.',
		picture: null,
		isBusiness: false,
		hidden: false,
		device: createSignalDevice(),
		companions: [],
		linked: 0,
		sent: new Map(),
		seen: new Set(),
		attempts: new Map(),
	};
}

/** The same LID for the same phone, always: 15 digits, and no phone has such. */
function lidOf(phone: string): string {
	const digits = createHash('sha256').update(phone).digest().readUIntBE(0, 6) % 1e13;
	return `99${digits.toString().padStart(13, '0')}`;
}

/** How a person is called where phones are, or LIDs. */
export function nameOn(person: Person, server: string, device = 0): string {
	return server === LIDS ? jid(person.lid, LIDS, device) : jid(person.phone, PHONES, device);
}
