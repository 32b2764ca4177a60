import type { BinaryNode } from 'baileys';
import { INBOX } from './auth-state.ts';
import type { Baileys } from './baileys.ts';
import type { Ledger } from './ledger.ts';

/**
 * Messages that were opened and are not recorded yet. Each lies in the ledger from the moment its key is used up: it
 * is stored with that, unless it is recorded before, and so a crash leaves the one or the other.
 */
export interface Inbox {
	/** Watches for parts of a message being opened. */
	watch(node: BinaryNode): void;
	/** A part was opened. */
	opened: (ciphertext: Uint8Array, plaintext: Uint8Array) => void;
	/** The message is recorded, or is none. */
	done(node: BinaryNode): void;
	/**
	 * The message could not be opened as a whole: what was opened of it is of no use. What an earlier connection
	 * opened stays, though WhatsApp tells it again before it is recorded and its keys are used up.
	 */
	gaveUp(node: BinaryNode): void;
	/** What an earlier connection opened and did not record: messages whose parts need no key any more. */
	leftovers(): Promise<BinaryNode[]>;
}

export function createInbox(
	{ unpadRandomMax16 }: Pick<Baileys, 'unpadRandomMax16'>,
	ledger: Ledger,
	list: () => Promise<readonly unknown[]>,
): Inbox {
	const partOf = new WeakMap<Uint8Array, BinaryNode>();
	const opened = new WeakMap<BinaryNode, Map<unknown, Uint8Array>>();

	return {
		watch(node) {
			if (!Array.isArray(node.content)) return;
			for (const { content } of node.content) if (content instanceof Uint8Array) partOf.set(content, node);
		},
		opened(ciphertext, plaintext) {
			const node = partOf.get(ciphertext);
			if (node === undefined || !Array.isArray(node.content)) return;
			const parts = opened.get(node) ?? new Map<unknown, Uint8Array>();
			opened.set(node, parts.set(ciphertext, unpadRandomMax16(plaintext)));
			const content = node.content.map((part) => {
				const text = parts.get(part.content);
				return text === undefined ? part : { tag: 'plaintext', attrs: part.attrs, content: text };
			});
			ledger.put({ [keyOf(node)]: { tag: node.tag, attrs: node.attrs, content } }, { keepAtHand: false });
		},
		done(node) {
			ledger.withdraw(keyOf(node));
		},
		gaveUp(node) {
			if (opened.has(node)) ledger.withdraw(keyOf(node));
		},
		leftovers: async () => (await list()) as BinaryNode[],
	};
}

function keyOf({ attrs }: BinaryNode): string {
	return `${INBOX}${attrs.from ?? ''}.${attrs.participant ?? ''}.${attrs.id ?? ''}`;
}
