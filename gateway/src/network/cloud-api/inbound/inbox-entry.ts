import type { IncomingMessage } from '../../network-event.ts';
import type { Arrival } from './arrival.ts';
import type { MetaFile } from './content/incoming-content.ts';

/** The prefix of the session keys of queued messages, which sort in the order of arrival. */
export const INBOX = 'cloud-api.inbox.';

/** A queued arrival: its own file, or the file of an earlier arrival of the same chat, is not downloaded yet. */
export interface InboxEntry {
	key: string;
	arrival: Arrival;
	/** How often the gateway crashed during the download of the file. */
	crashes: number;
	/** How many attempts to download the file failed. */
	failures: number;
}

/** The stored form of an entry; its key is stored beside it. */
export function serializeEntry({ arrival, crashes, failures }: Omit<InboxEntry, 'key'>): string {
	return JSON.stringify({ arrival, crashes, failures } satisfies Omit<InboxEntry, 'key'>);
}

/** An entry from its stored form, also from that of an earlier version. */
export function parseEntry(key: string, serialized: string): InboxEntry {
	const stored = JSON.parse(serialized) as Omit<InboxEntry, 'key'> | EarlierEntry;
	if (!('inbound' in stored)) return { key, ...stored };
	const { inbound, crashes, failures } = stored;
	const { message, file, quotedNetworkId } = inbound;
	const { chatId, networkId } = message;
	const event = { kind: 'message', message } as const;
	return {
		key,
		arrival: { event, chatId, networkId, file, referencedId: quotedNetworkId },
		crashes,
		failures,
	};
}

/** An entry as gateways stored it that queued only messages. */
interface EarlierEntry extends Pick<InboxEntry, 'crashes' | 'failures'> {
	inbound: { message: IncomingMessage; file: MetaFile | null; quotedNetworkId: string | null };
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
