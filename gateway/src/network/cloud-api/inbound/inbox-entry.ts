import type { InboundMessage } from './incoming-message.ts';

/** Keys of the session under which messages wait for their files, in the order in which they arrived. */
export const INBOX = 'cloud-api.inbox.';

/** A message that is told of only when its file is here, or that comes after such a one. */
export interface InboxEntry {
	key: string;
	arrival: InboundMessage;
	/** Processes that ended while they fetched the file. */
	deaths: number;
	/** Attempts that failed. */
	failures: number;
}

/** Messages of one lane are told of in order: those of one sender in one chat. */
export function laneOf({ message: { source } }: InboundMessage): string {
	return JSON.stringify([source.chat, source.sender]);
}

/** The entry as the session keeps it. */
export function writtenEntry({ arrival, deaths, failures }: Omit<InboxEntry, 'key'>): string {
	return JSON.stringify({ arrival, deaths, failures });
}

export function readEntry(key: string, written: string): InboxEntry {
	return { key, ...(JSON.parse(written) as Omit<InboxEntry, 'key'>) };
}

/** Makes keys that follow on each other and on those there are, whatever the clock does. */
export function createInboxKeys(now: () => number, last: string | undefined): () => string {
	let moment = Number(last?.slice(INBOX.length).split('-')[0] ?? 0);
	let counter = 0;
	return () => {
		counter += 1;
		moment = Math.max(moment + (counter === 1 ? 1 : 0), now());
		return `${INBOX}${String(moment).padStart(15, '0')}-${String(counter).padStart(12, '0')}`;
	};
}
