import type { BinaryNode } from 'baileys';
import type { EncryptedSession } from '../../session/encrypted-session.ts';
import { INBOX_PREFIX, ISOLATED_KEY, PROCESS_KEY } from '../session/auth-state.ts';
import type { Baileys } from '../baileys/baileys.ts';
import type { Serializer, UnitOfWork } from '../session/unit-of-work.ts';

/** Crashes of the process during the handling of one message after which the message is not handled again. */
export const MAX_CRASHES = 3;
/** Crashes after which a message is handled alone: one more crash then counts for it, and for no other message. */
const SUSPECT_CRASHES = MAX_CRASHES - 1;

/** The progress of a message; part of the stored format. */
type Stage =
	/** Not decrypted yet; stored only after a crash (see Inbox.isCautious). */
	| 'sealed'
	/** Decrypted; its key is used up. */
	| 'opened'
	/** Decoded; its file is being downloaded. */
	| 'fetching';

/** The stored format of a message. */
interface Entry {
	node: BinaryNode;
	stage: Stage;
	/** Crashes of the process while the message was handled. */
	deaths: number;
	/** The account that received it; absent in entries of earlier versions. */
	account?: string;
	/** The process that began to download its file; absent in entries of earlier versions, and at other stages. */
	fetchedBy?: string;
}

/** A message that was decrypted but not recorded. Its node contains the plaintext, so it needs no key. */
export type UnrecordedMessage = Entry & { stage: 'opened' | 'fetching' };

/**
 * Stores the messages that are decrypted and not recorded yet. A decrypted message enters the unit of work together
 * with the change of its key, so that after a crash either both are stored or neither is. The inbox also counts the
 * crashes during the handling of each message, so that one message cannot crash the gateway for ever. A message that only
 * waited in a crash, for an earlier one or for a connection, is not set aside, however often the process ends.
 */
export interface Inbox {
	/** Returns the stored messages that earlier connections of the linked account received. */
	unrecorded(): Promise<UnrecordedMessage[]>;
	/**
	 * Whether the previous process crashed and the backlog at WhatsApp has not been received since. Messages are then
	 * handled one at a time, and each is stored before it is decrypted.
	 */
	isCautious(): boolean;
	/** WhatsApp has delivered the backlog. */
	backlogReceived(): void;
	/**
	 * Stores a message before it is decrypted, where the inbox is cautious. Returns false where the process crashed too
	 * often during its handling: the message must not be decrypted then.
	 */
	prepareDecryption(node: BinaryNode): Promise<boolean>;
	/** Whether a message was being handled in so many crashes that it must be handled alone; see `isolate`. */
	isSuspect(node: BinaryNode): boolean;
	/** Resolves when it is durable that a crash counts for this stored message only; null: for all stored messages. */
	isolate(node: BinaryNode | null): Promise<void>;
	/** Associates the encrypted parts of a message with it, for `onDecrypted`. */
	watch(node: BinaryNode): void;
	/** Adds the plaintext of a part to its message. */
	onDecrypted: (ciphertext: Uint8Array, plaintext: Uint8Array) => void;
	/** Marks that the file of a message is being downloaded. Resolves when the mark is durable. */
	markFetching(node: BinaryNode): Promise<void>;
	/** Removes a message that is recorded or has nothing to record. */
	remove(node: BinaryNode): void;
	/**
	 * Whether the plaintext of a message is stored from an earlier delivery of it. WhatsApp delivers a message again on
	 * the next connection, maybe before it is recorded, and then its keys are used up.
	 */
	isStored(node: BinaryNode): boolean;
	/** Reads the stanza of a message as it is stored, with the plaintext of its decrypted parts; null: it is not stored. */
	readStored(node: BinaryNode): Promise<BinaryNode | null>;
	/** Records that the process ended the connection in order, so that its end does not count as a crash. */
	close(): Promise<void>;
}

export interface InboxDeps {
	unitOfWork: UnitOfWork;
	session: EncryptedSession;
	serializer: Serializer;
	/** Identifies the running process. */
	processId: string;
	/** Returns the phone number, or the name, of the linked account; undefined: none is linked yet. */
	account: () => string | undefined;
}

/** Opens the inbox of a device, and counts a crash where the previous process did not close it. */
export async function openInbox(
	{ unpadRandomMax16 }: Pick<Baileys, 'unpadRandomMax16'>,
	{ unitOfWork, session, serializer, processId, account }: InboxDeps,
): Promise<Inbox> {
	const previousProcess = await session.read(PROCESS_KEY);
	const hasCrashed = previousProcess !== null && previousProcess !== processId;
	const list = async (): Promise<Entry[]> =>
		[...(await session.list(INBOX_PREFIX)).values()].map((value) => serializer.deserialize(value) as Entry);
	const stored = await list();
	const isolated = await session.read(ISOLATED_KEY);
	const culprit = stored.find(({ node }) => keyOf(node) === isolated);
	const counts = (entry: Entry): boolean => {
		if (!hasCrashed) return false;
		if (culprit !== undefined) return entry === culprit;
		// A suspect is handled alone, except for the download of its file: this crash was during something else.
		return entry.deaths < SUSPECT_CRASHES || wasFetched(entry, previousProcess);
	};
	const entries = stored.map((entry) => ({ ...entry, deaths: entry.deaths + (counts(entry) ? 1 : 0) }));
	const counted = entries.map((entry) => [keyOf(entry.node), serializer.serialize(entry)] as const);
	await session.write({
		...(hasCrashed ? Object.fromEntries(counted) : {}),
		[PROCESS_KEY]: processId,
		[ISOLATED_KEY]: null,
	});

	const crashes = new Map(entries.map((entry) => [keyOf(entry.node), entry.deaths]));
	/**
	 * Messages that were decrypted and are not recorded, by earlier processes and by this one: their keys are used up, so
	 * the stored plaintext is the only one when WhatsApp delivers them again.
	 */
	const decryptedMessages = new Set(
		entries.filter(({ stage }) => stage !== 'sealed').map(({ node }) => keyOf(node)),
	);
	const messageOfPart = new WeakMap<Uint8Array, BinaryNode>();
	const plaintexts = new WeakMap<BinaryNode, Map<unknown, Uint8Array>>();
	let isCautious = hasCrashed;

	/** The instance may have been linked to another account since. */
	function isOwn(entry: Entry): boolean {
		return entry.account === undefined || entry.account === account();
	}

	function put(node: BinaryNode, stage: Stage, content: BinaryNode['content']): void {
		const { tag, attrs } = node;
		const stored: BinaryNode = content === undefined ? { tag, attrs } : { tag, attrs, content };
		const own = account();
		const entry: Entry = {
			node: stored,
			stage,
			deaths: crashesOf(node),
			...(own === undefined ? {} : { account: own }),
			...(stage === 'fetching' ? { fetchedBy: processId } : {}),
		};
		unitOfWork.set({ [keyOf(node)]: entry }, { cache: false });
	}

	/** A message of the backlog was not acknowledged before the crash, and so may have caused it: it starts with one. */
	function crashesOf(node: BinaryNode): number {
		return crashes.get(keyOf(node)) ?? (isCautious && node.attrs.offline !== undefined ? 1 : 0);
	}

	function remove(node: BinaryNode): void {
		decryptedMessages.delete(keyOf(node));
		unitOfWork.unset(keyOf(node));
	}

	/** The content of a message with its decrypted parts replaced by their plaintext. */
	function decryptedContent(node: BinaryNode): BinaryNode['content'] {
		const decrypted = plaintexts.get(node);
		if (decrypted === undefined || !Array.isArray(node.content)) return node.content;
		return node.content.map((part) => {
			const plaintext = decrypted.get(part.content);
			return plaintext === undefined ? part : { tag: 'plaintext', attrs: part.attrs, content: plaintext };
		});
	}

	async function isolate(node: BinaryNode | null): Promise<void> {
		await unitOfWork.commit();
		await session.write({ [ISOLATED_KEY]: node === null ? null : keyOf(node) });
	}

	return {
		unrecorded: async () =>
			(await list()).filter((entry): entry is UnrecordedMessage => entry.stage !== 'sealed' && isOwn(entry)),
		isCautious: () => isCautious,
		backlogReceived() {
			isCautious = false;
			for (const { node, stage } of entries) if (stage === 'sealed') unitOfWork.unset(keyOf(node));
		},
		async prepareDecryption(node) {
			if (crashesOf(node) >= MAX_CRASHES) return false;
			if (isCautious && !decryptedMessages.has(keyOf(node))) {
				put(node, 'sealed', undefined);
				await unitOfWork.commit();
			}
			return true;
		},
		isSuspect: (node) => crashesOf(node) >= SUSPECT_CRASHES,
		isolate,
		watch(node) {
			if (!Array.isArray(node.content)) return;
			for (const { content } of node.content)
				if (content instanceof Uint8Array) messageOfPart.set(content, node);
		},
		onDecrypted(ciphertext, plaintext) {
			const node = messageOfPart.get(ciphertext);
			if (node === undefined) return;
			const decrypted = plaintexts.get(node) ?? new Map<unknown, Uint8Array>();
			plaintexts.set(node, decrypted.set(ciphertext, unpadRandomMax16(plaintext)));
			decryptedMessages.add(keyOf(node));
			put(node, 'opened', decryptedContent(node));
		},
		markFetching(node) {
			put(node, 'fetching', decryptedContent(node));
			return unitOfWork.commit();
		},
		remove,
		isStored: (node) => decryptedMessages.has(keyOf(node)) && !plaintexts.has(node),
		async readStored(node) {
			const key = keyOf(node);
			if (!decryptedMessages.has(key)) return null;
			const entry = (await unitOfWork.read([key])).get(key) as Entry | undefined;
			return entry === undefined || entry.stage === 'sealed' ? null : entry.node;
		},
		async close() {
			await session.write({ [PROCESS_KEY]: null }).catch(() => undefined);
		},
	};
}

/** Whether a process began to download the file of a message that is not recorded. */
function wasFetched({ stage, fetchedBy }: Entry, process: string | null): boolean {
	return stage === 'fetching' && (fetchedBy ?? process) === process;
}

function keyOf({ attrs }: BinaryNode): string {
	return `${INBOX_PREFIX}${attrs.from ?? ''}.${attrs.participant ?? ''}.${attrs.id ?? ''}`;
}
