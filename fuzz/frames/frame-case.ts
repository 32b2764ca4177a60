import type { Random } from '../../chaos/random.ts';
import { encodeStanza } from '../../gateway/test/whatsapp-server/wire/stanza.ts';
import { mutateBytes, randomBytes, type ByteMutation } from '../mutate/bytes.ts';
import { mutateStanza } from '../mutate/stanza.ts';
import { unusualText } from '../mutate/values.ts';
import { PLAINTEXTS } from './contents.ts';
import type { Identities } from './identities.ts';
import { createStanzas, WEIGHTS } from './stanzas.ts';

/** A malicious frame or message. */
export type FrameCase = {
	/** The kind of the original stanza, and the mutation. */
	kind: string;
	what: string;
	/** Whether the gateway may close the connection after it. */
	severe: boolean;
} & (
	| { send: 'frame'; bytes: Buffer; encrypted: boolean }
	/** A correctly encrypted message. */
	| { send: 'message'; plaintext: Buffer; attrs: Record<string, string | null> }
);

const BYTE_MUTATIONS: readonly [ByteMutation, ...ByteMutation[]] = [
	...(['cut', 'bits', 'bits', 'insert', 'repeat', 'remove'] as const),
];
/** Attributes that determine how a message is processed. */
const ATTRIBUTES = ['from', 'id', 't', 'type', 'notify', 'participant', 'recipient', 'category'] as const;
/** Maximum bytes of a frame. */
const MAX_BYTES = 1_000_000;

/** Returns the frame of a case for an account. */
export function frameCase(random: Random, identities: Identities): FrameCase {
	const chance = random.fraction();
	if (chance < 0.12) return malformedMessage(random);
	if (chance < 0.13) return undecryptable(random);
	const kind = pickKind(random);
	const [first, ...others] = createStanzas(identities)[kind] ?? [];
	if (first === undefined) throw new Error(`There is no stanza of the kind ${kind}.`);
	const original = random.pick([first, ...others]);
	if (chance < 0.23) {
		const how = random.pick(BYTE_MUTATIONS);
		const bytes = mutateBytes(random, Buffer.from(encodeStanza(original)), how);
		return { kind, what: how, severe: true, send: 'frame', bytes, encrypted: true };
	}
	if (chance < 0.235) {
		const large = {
			...original,
			content: randomBytes(random, 1)
				.toString('hex')
				.repeat(MAX_BYTES / 2),
		};
		return framed(kind, 'size', large);
	}
	const { stanza, what } = mutateStanza(random, original);
	try {
		return framed(kind, what, stanza);
	} catch {
		// A mutation that cannot be encoded is replaced by an unknown tag.
		return framed(kind, 'tag', { ...original, tag: 'unheard-of' });
	}
}

function framed(kind: string, what: string, stanza: Parameters<typeof encodeStanza>[0]): FrameCase {
	const bytes = Buffer.from(encodeStanza(stanza));
	return { kind, what, severe: kind === 'login', send: 'frame', bytes, encrypted: true };
}

/** Returns a correctly encrypted message with malformed content or attributes. */
function malformedMessage(random: Random): FrameCase {
	const [first = Buffer.alloc(0), ...others] = PLAINTEXTS;
	const original = random.pick([first, ...others]);
	const how = random.pick(BYTE_MUTATIONS);
	const attribute = random.chance(0.35) ? random.pick(ATTRIBUTES) : null;
	const value = random.chance(0.4) ? null : unusualText(random);
	const plaintext = attribute === null || random.chance(0.3) ? mutateBytes(random, original, how) : original;
	return {
		kind: 'encrypted message',
		what: attribute === null ? how : `attribute ${attribute}`,
		severe: false,
		send: 'message',
		plaintext,
		attrs: attribute === null || !isEncodable(attribute, value) ? {} : { [attribute]: value },
	};
}

/** Returns whether an attribute can be encoded. */
function isEncodable(name: string, value: string | null): boolean {
	try {
		encodeStanza({ tag: 'message', attrs: value === null ? {} : { [name]: value } });
		return true;
	} catch {
		return false;
	}
}

/** Returns bytes that cannot be decrypted. */
function undecryptable(random: Random): FrameCase {
	const bytes = randomBytes(random, random.pick([0, 1, 15, 16, 17, 300]));
	return { kind: 'wire', what: 'undecryptable', severe: true, send: 'frame', bytes, encrypted: false };
}

function pickKind(random: Random): string {
	const total = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);
	let left = random.fraction() * total;
	for (const [kind, weight] of Object.entries(WEIGHTS)) {
		left -= weight;
		if (left < 0) return kind;
	}
	return 'message';
}
