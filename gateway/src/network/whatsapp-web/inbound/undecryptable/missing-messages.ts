import type { BinaryNode, WAMessageKey } from 'baileys';
import { isGroupJid } from '../../../../domain/phone.ts';
import { oldestOfLargest } from '../../../../lib/bounded/oldest-of-largest.ts';
import { withoutDevice } from '../../identity/jid.ts';

/** Most missing messages that are stored; then the oldest one of the sender with the most missing messages is dropped. */
const MAX_MISSING = 1000;

/** A message without content: its stanza, and when it arrived in epoch milliseconds. */
export interface MissingMessage {
	node: Pick<BinaryNode, 'tag' | 'attrs'>;
	at: number;
}

/**
 * The messages of a device whose content is missing. A message is identified by its chat and its sender besides its id:
 * senders choose the ids, and everybody in a group knows the ids of the other members.
 */
export interface MissingMessages {
	/** Adds a message that is not missing yet. */
	add(message: MissingMessage): void;
	remove(key: WAMessageKey): void;
	/** The missing messages with this id. */
	withId(networkId: string): NamedMessage[];
	/** The missing message with this key; of an earlier version there may be several. */
	withKey(key: WAMessageKey): NamedMessage[];
	all(): Iterable<NamedMessage>;
}

/** A missing message with what identifies it, in the store and on the network. */
export interface NamedMessage extends MissingMessage {
	name: string;
	key: WAMessageKey;
	sender: string;
}

export interface MissingDeps {
	/** The stored messages by their names in the store; earlier versions named them by the network id alone. */
	stored: ReadonlyMap<string, MissingMessage>;
	/** Decodes the key of a message from its stanza. */
	keyOf: (node: MissingMessage['node']) => WAMessageKey;
	/** Stores a message under a name; null removes it. */
	store: (name: string, message: MissingMessage | null) => void;
}

export function createMissingMessages({ stored, keyOf, store }: MissingDeps): MissingMessages {
	const missing = new Map(stored);
	/** The names of the missing messages, by network id, in which each recorded message is looked up. */
	const names = new Map<string, Set<string>>();
	for (const [name, { node }] of missing) index(name, node);

	function index(name: string, { attrs }: MissingMessage['node']): void {
		const id = attrs.id ?? '';
		names.set(id, (names.get(id) ?? new Set()).add(name));
	}

	function removeNamed(name: string): void {
		const id = missing.get(name)?.node.attrs.id ?? '';
		if (!missing.delete(name)) return;
		const others = names.get(id);
		others?.delete(name);
		if (others?.size === 0) names.delete(id);
		store(name, null);
	}

	function* withName(candidates: Iterable<string>): Generator<NamedMessage> {
		for (const name of candidates) {
			const message = missing.get(name);
			if (message === undefined) continue;
			yield { ...message, name, key: keyOf(message.node), sender: senderOf(message.node) };
		}
	}

	const withId = (id: string) => [...withName(names.get(id) ?? [])];
	const withKey = (key: WAMessageKey) => withId(key.id ?? '').filter((one) => isSameMessage(one.key, key));

	return {
		add(message) {
			const { attrs } = message.node;
			const key = keyOf(message.node);
			if (withKey(key).length > 0) return;
			const name = [attrs.from, attrs.participant, attrs.recipient, attrs.id]
				.map((part) => part ?? '')
				.join(' ');
			missing.set(name, message);
			index(name, message.node);
			store(name, message);
			if (missing.size <= MAX_MISSING) return;
			const dropped = oldestOfLargest(missing, ({ node }) => senderOf(node));
			if (dropped !== undefined) removeNamed(dropped);
		},
		remove(key) {
			for (const { name } of withKey(key)) removeNamed(name);
		},
		withId,
		withKey,
		all: () => withName([...missing.keys()]),
	};
}

function senderOf({ attrs: { participant, from = '' } }: MissingMessage['node']): string {
	const sender = participant ?? from;
	return withoutDevice(sender) ?? sender;
}

/** Whether two keys identify the same message: WhatsApp names people by phone number, by LID or by both. */
export function isSameMessage(a: WAMessageKey, b: WAMessageKey): boolean {
	if (a.id !== b.id || (a.fromMe === true) !== (b.fromMe === true)) return false;
	if (!haveOneInCommon([a.remoteJid, a.remoteJidAlt], [b.remoteJid, b.remoteJidAlt])) return false;
	if (!isGroupJid(a.remoteJid ?? '') || a.fromMe === true) return true;
	return haveOneInCommon([a.participant, a.participantAlt], [b.participant, b.participantAlt]);
}

type Jid = string | null | undefined;

function haveOneInCommon(a: readonly Jid[], b: readonly Jid[]): boolean {
	const [first, second] = [a, b].map((jids) =>
		jids.map((jid) => withoutDevice(jid ?? '')).filter((jid) => jid !== null),
	);
	return first?.some((jid) => second?.includes(jid)) === true;
}
