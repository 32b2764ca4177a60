import type { BinaryNode } from 'baileys';
import type { EncryptedSession } from '../../encrypted-session.ts';
import { INBOX, RUNNING } from '../session/auth-state.ts';
import type { Baileys } from '../baileys/baileys.ts';
import type { UnitOfWork, ValueText } from '../session/unit-of-work.ts';

/** Deaths of the process during the handling of one message, after which the message is not handled again. */
export const MOST_DEATHS = 3;

/** How far a message in the inbox has come. */
type Stage =
	/** It is about to be decrypted; kept only while the process is likely to die of a message. */
	| 'sealed'
	/** It was decrypted, and the key that did so is used up. */
	| 'opened'
	/** It was understood, and its file is being fetched. */
	| 'fetching';

interface Entry {
	node: BinaryNode;
	stage: Stage;
	/** How often the process died while the message was handled. */
	deaths: number;
}

/** A message that an earlier process decrypted and did not record: its parts need no key any more. */
export type UnrecordedMessage = Entry & { stage: 'opened' | 'fetching' };

/**
 * Messages that were decrypted and are not recorded yet. Each lies in the ledger from the moment its key is used up:
 * it is stored with that, unless it is recorded before, and so a crash leaves the one or the other. It counts how
 * often the process died while a message was handled, so that no message can end the gateway for ever.
 */
export interface Inbox {
	/** What was decrypted on an earlier connection and is stored, but not recorded. */
	unrecorded(): Promise<UnrecordedMessage[]>;
	/**
	 * Whether the process before this one died, and what waited at WhatsApp has not been taken since: messages are
	 * handled one by one then, each marked before it is decrypted.
	 */
	isCautious(): boolean;
	/** What waited at WhatsApp has been taken. */
	backlogTaken(): void;
	/** Marks a message durably, where that is called for. False: the process died of it too often; set it aside. */
	mayOpen(node: BinaryNode): Promise<boolean>;
	/** Watches for parts of a message being decrypted. */
	watch(node: BinaryNode): void;
	/** A part was decrypted. */
	opened: (ciphertext: Uint8Array, plaintext: Uint8Array) => void;
	/** The file of a message is about to be fetched; resolves when that is durable. */
	fetching(node: BinaryNode): Promise<void>;
	/** The message is recorded, or is none. */
	done(node: BinaryNode): void;
	/**
	 * The message could not be decrypted as a whole: what was decrypted of it is of no use. What an earlier connection
	 * decrypted stays, though WhatsApp tells it again before it is recorded and its keys are used up.
	 */
	gaveUp(node: BinaryNode): void;
	/** The connection ends in order: what is in the inbox is not the reason for a death. */
	close(): Promise<void>;
}

export interface InboxDeps {
	ledger: UnitOfWork;
	session: EncryptedSession;
	text: ValueText;
	/** Names the running process. */
	processId: string;
}

/** Opens the inbox of a device, and counts a death of the process before, where it died. */
export async function openInbox(
	{ unpadRandomMax16 }: Pick<Baileys, 'unpadRandomMax16'>,
	{ ledger, session, text, processId }: InboxDeps,
): Promise<Inbox> {
	const ranBefore = await session.read(RUNNING);
	const died = ranBefore !== null && ranBefore !== processId;
	const list = async (): Promise<Entry[]> =>
		[...(await session.list(INBOX)).values()].map((value) => text.read(value) as Entry);
	const entries = (await list()).map((entry) => ({ ...entry, deaths: entry.deaths + (died ? 1 : 0) }));
	const counted = entries.map((entry) => [keyOf(entry.node), text.write(entry)] as const);
	await session.write({ ...(died ? Object.fromEntries(counted) : {}), [RUNNING]: processId });

	const deaths = new Map(entries.map((entry) => [keyOf(entry.node), entry.deaths]));
	/** What an earlier process decrypted: nothing else can do that again. */
	const openedBefore = new Set(
		entries.filter(({ stage }) => stage !== 'sealed').map(({ node }) => keyOf(node)),
	);
	const partOf = new WeakMap<Uint8Array, BinaryNode>();
	const parts = new WeakMap<BinaryNode, Map<unknown, Uint8Array>>();
	let cautious = died;

	function put(node: BinaryNode, stage: Stage, content: BinaryNode['content']): void {
		const { tag, attrs } = node;
		const stored: BinaryNode = content === undefined ? { tag, attrs } : { tag, attrs, content };
		const entry: Entry = { node: stored, stage, deaths: deathsOf(node) };
		ledger.set({ [keyOf(node)]: entry }, { keepAtHand: false });
	}

	/** One that WhatsApp tells again after a death was not acknowledged before it: it may be why. */
	function deathsOf(node: BinaryNode): number {
		return deaths.get(keyOf(node)) ?? (cautious && node.attrs.offline !== undefined ? 1 : 0);
	}

	/** The message with those of its parts in the clear that were decrypted. */
	function contentOf(node: BinaryNode): BinaryNode['content'] {
		const decrypted = parts.get(node);
		if (decrypted === undefined || !Array.isArray(node.content)) return node.content;
		return node.content.map((part) => {
			const plaintext = decrypted.get(part.content);
			return plaintext === undefined ? part : { tag: 'plaintext', attrs: part.attrs, content: plaintext };
		});
	}

	return {
		unrecorded: async () =>
			(await list()).filter((entry): entry is UnrecordedMessage => entry.stage !== 'sealed'),
		isCautious: () => cautious,
		backlogTaken() {
			cautious = false;
			for (const { node, stage } of entries) if (stage === 'sealed') ledger.unset(keyOf(node));
		},
		async mayOpen(node) {
			if (deathsOf(node) >= MOST_DEATHS) return false;
			if (cautious && !openedBefore.has(keyOf(node))) {
				put(node, 'sealed', undefined);
				await ledger.commit();
			}
			return true;
		},
		watch(node) {
			if (!Array.isArray(node.content)) return;
			for (const { content } of node.content) if (content instanceof Uint8Array) partOf.set(content, node);
		},
		opened(ciphertext, plaintext) {
			const node = partOf.get(ciphertext);
			if (node === undefined) return;
			const decrypted = parts.get(node) ?? new Map<unknown, Uint8Array>();
			parts.set(node, decrypted.set(ciphertext, unpadRandomMax16(plaintext)));
			put(node, 'opened', contentOf(node));
		},
		fetching(node) {
			put(node, 'fetching', contentOf(node));
			return ledger.commit();
		},
		done(node) {
			ledger.unset(keyOf(node));
		},
		gaveUp(node) {
			if (parts.has(node) || !openedBefore.has(keyOf(node))) ledger.unset(keyOf(node));
		},
		async close() {
			await session.write({ [RUNNING]: null }).catch(() => undefined);
		},
	};
}

function keyOf({ attrs }: BinaryNode): string {
	return `${INBOX}${attrs.from ?? ''}.${attrs.participant ?? ''}.${attrs.id ?? ''}`;
}
