import type { Random } from '../../chaos/random.ts';
import { encodeStanza } from '../../gateway/test/whatsapp-server/wire/stanza.ts';
import { mutateBytes, randomBytes, type ByteMutation } from '../mutate/bytes.ts';
import { mutateStanza } from '../mutate/stanza.ts';
import { unusualText } from '../mutate/values.ts';
import { PLAINTEXTS } from './contents.ts';
import type { Identities } from './identities.ts';
import { createStanzas, WEIGHTS } from './stanzas.ts';

/** What is sent to an attacked account. */
export type FrameCase = {
	/** What kind of stanza it was made from, and what was done to it. */
	kind: string;
	what: string;
	/** Whether a client may end the connection for it. */
	severe: boolean;
} & (
	| { send: 'frame'; bytes: Buffer; encrypted: boolean }
	/** A message that is encrypted in order. */
	| { send: 'message'; plaintext: Buffer; attrs: Record<string, string | null> }
);

const BYTE_MUTATIONS: readonly [ByteMutation, ...ByteMutation[]] = [
	...(['cut', 'bits', 'bits', 'insert', 'repeat', 'remove'] as const),
];
/** Attributes of a message that decide how it is read. */
const ATTRIBUTES = ['from', 'id', 't', 'type', 'notify', 'participant', 'recipient', 'category'] as const;
/** Bytes of the largest frame. */
const LARGEST = 1_000_000;

/** The frame of a case, for the account it is sent to. */
export function frameCase(random: Random, identities: Identities): FrameCase {
	const fate = random.fraction();
	if (fate < 0.12) return messageWith(random);
	if (fate < 0.13) return undecryptable(random);
	const kind = weighted(random);
	const [first, ...others] = createStanzas(identities)[kind] ?? [];
	if (first === undefined) throw new Error(`There is no stanza of the kind ${kind}.`);
	const original = random.pick([first, ...others]);
	if (fate < 0.23) {
		const how = random.pick(BYTE_MUTATIONS);
		const bytes = mutateBytes(random, Buffer.from(encodeStanza(original)), how);
		return { kind, what: how, severe: true, send: 'frame', bytes, encrypted: true };
	}
	if (fate < 0.235) {
		const large = {
			...original,
			content: randomBytes(random, 1)
				.toString('hex')
				.repeat(LARGEST / 2),
		};
		return framed(kind, 'size', large);
	}
	const { stanza, what } = mutateStanza(random, original);
	try {
		return framed(kind, what, stanza);
	} catch {
		// What cannot be written as a stanza at all is sent as it was, with a tag nobody knows.
		return framed(kind, 'tag', { ...original, tag: 'unheard-of' });
	}
}

function framed(kind: string, what: string, stanza: Parameters<typeof encodeStanza>[0]): FrameCase {
	const bytes = Buffer.from(encodeStanza(stanza));
	return { kind, what, severe: kind === 'login', send: 'frame', bytes, encrypted: true };
}

/** A message whose encryption is right, and whose content or attributes are not. */
function messageWith(random: Random): FrameCase {
	const [first = Buffer.alloc(0), ...others] = PLAINTEXTS;
	const original = random.pick([first, ...others]);
	const how = random.pick(BYTE_MUTATIONS);
	const about = random.chance(0.35) ? random.pick(ATTRIBUTES) : null;
	const value = random.chance(0.4) ? null : unusualText(random);
	const plaintext = about === null || random.chance(0.3) ? mutateBytes(random, original, how) : original;
	return {
		kind: 'encrypted message',
		what: about === null ? how : `attribute ${about}`,
		severe: false,
		send: 'message',
		plaintext,
		attrs: about === null || !canBeWritten(about, value) ? {} : { [about]: value },
	};
}

/** Whether an attribute fits into a stanza at all. */
function canBeWritten(name: string, value: string | null): boolean {
	try {
		encodeStanza({ tag: 'message', attrs: value === null ? {} : { [name]: value } });
		return true;
	} catch {
		return false;
	}
}

/** A frame that does not belong to the connection's encryption. */
function undecryptable(random: Random): FrameCase {
	const bytes = randomBytes(random, random.pick([0, 1, 15, 16, 17, 300]));
	return { kind: 'wire', what: 'undecryptable', severe: true, send: 'frame', bytes, encrypted: false };
}

function weighted(random: Random): string {
	const total = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);
	let left = random.fraction() * total;
	for (const [kind, weight] of Object.entries(WEIGHTS)) {
		left -= weight;
		if (left < 0) return kind;
	}
	return 'message';
}
