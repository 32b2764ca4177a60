import { createHash, hkdfSync } from 'node:crypto';
import type { AuthenticationCreds } from 'baileys';
import type { EncryptedSession } from '../../session/encrypted-session.ts';
import { oldestOfLargest } from '../../../lib/bounded/oldest-of-largest.ts';
import { POLL_PREFIX } from '../session/auth-state.ts';
import type { Serializer, UnitOfWork } from '../session/unit-of-work.ts';

/** Most polls of an instance whose keys are kept; then the oldest poll of the person with the most polls is removed. */
const MAX_POLLS = 500;
const SECRET_LENGTH = 32;

/** The key of a poll with which its votes are encrypted, and its options. */
export interface PollKey {
	/** Base64. */
	secret: string;
	/** The JID of the poll's creator. */
	creator: string;
	/** The names of the options as clients see them, by the SHA-256 of the original names in base64. */
	options: Readonly<Record<string, string>>;
}

/** Keeps the keys of polls that others created. */
export interface PollKeys {
	/** Adds the key of a poll in a chat, by JID. It is durable after the next commit. The first key of a poll stays. */
	add(chat: string, networkId: string, key: PollKey): void;
	/** The key of a poll in a chat that has one of these JIDs; null: unknown. */
	find(chats: readonly string[], networkId: string): PollKey | null;
}

/** Restores the keys of earlier connections. */
export async function openPollKeys(
	unitOfWork: Pick<UnitOfWork, 'set'>,
	session: Pick<EncryptedSession, 'list'>,
	serializer: Pick<Serializer, 'deserialize'>,
): Promise<PollKeys> {
	const stored = await session.list(POLL_PREFIX);
	const entries = [...stored].map(
		([name, value]) => [name, serializer.deserialize(value) as PollKey & { number: number }] as const,
	);
	const keys = new Map(entries.sort(([, a], [, b]) => a.number - b.number));
	let last = entries.at(-1)?.[1].number ?? 0;

	return {
		add(chat, networkId, key) {
			const name = nameOf(chat, networkId);
			if (keys.has(name)) return;
			last += 1;
			const entry = { ...key, number: last };
			keys.set(name, entry);
			unitOfWork.set({ [name]: entry }, { cache: false });
			if (keys.size <= MAX_POLLS) return;
			const removed = oldestOfLargest(keys, ({ creator }) => creator);
			if (removed === undefined) return;
			keys.delete(removed);
			unitOfWork.set({ [removed]: null }, { cache: false });
		},
		find(chats, networkId) {
			for (const chat of chats) {
				const key = keys.get(nameOf(chat, networkId));
				if (key !== undefined) return key;
			}
			return null;
		},
	};
}

function nameOf(chat: string, networkId: string): string {
	return `${POLL_PREFIX}${chat}.${networkId}`;
}

/** The secret of a poll that the gateway sends: the same each time it is sent, so that it needs no storage. */
export function ownPollSecret(
	{ advSecretKey }: Pick<AuthenticationCreds, 'advSecretKey'>,
	networkId: string,
): Buffer {
	return Buffer.from(
		hkdfSync('sha256', Buffer.from(advSecretKey, 'base64'), networkId, 'poll secret', SECRET_LENGTH),
	);
}

/** The options of a poll by the hashes that votes contain. `shown` converts a name for clients. */
export function optionsByHash(
	names: readonly string[],
	shown: (name: string) => string = (name) => name,
): Record<string, string> {
	return Object.fromEntries(
		names.map((name) => [createHash('sha256').update(name).digest('base64'), shown(name)]),
	);
}
