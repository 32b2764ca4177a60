import type { InboundMessage } from './incoming-message.ts';

/** The prefix of the session keys of queued messages, which sort in the order of arrival. */
export const INBOX = 'cloud-api.inbox.';

/** A queued message: its file is not downloaded yet, or that of an earlier message of the same sender. */
export interface InboxEntry {
	key: string;
	inbound: InboundMessage;
	/** How often the gateway crashed during the download of the file. */
	crashes: number;
	/** How many attempts to download the file failed. */
	failures: number;
}

/** Returns the key of a sender in a chat. Messages with the same key are reported in order. */
export function senderKey({ message: { source } }: InboundMessage): string {
	return JSON.stringify([source.chat, source.sender]);
}

export function serializeEntry({ inbound, crashes, failures }: Omit<InboxEntry, 'key'>): string {
	return JSON.stringify({ inbound, crashes, failures } satisfies Omit<InboxEntry, 'key'>);
}

export function parseEntry(key: string, serialized: string): InboxEntry {
	return { key, ...(JSON.parse(serialized) as Omit<InboxEntry, 'key'>) };
}

/** Creates ascending keys. They sort after the last stored key even if the clock was set back. */
export function createInboxKeys(now: () => number, last: string | undefined): () => string {
	let timestamp = Number(last?.slice(INBOX.length).split('-')[0] ?? 0);
	let counter = 0;
	return () => {
		counter += 1;
		timestamp = Math.max(timestamp + (counter === 1 ? 1 : 0), now());
		return `${INBOX}${String(timestamp).padStart(15, '0')}-${String(counter).padStart(12, '0')}`;
	};
}
