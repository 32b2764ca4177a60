import type { NetworkEvent } from '../../../network-event.ts';
import type { FetchedFile } from '../../files/fetch-file.ts';

/** An event that reports a message, which may have a file. */
export type MessageEvent = Extract<NetworkEvent, { kind: 'message' | 'echo' }>;

/** Whether an event is a message that arrived, or that the account sent from another device. */
export function isMessageEvent(event: NetworkEvent | null): event is MessageEvent {
	return event?.kind === 'message' || event?.kind === 'echo';
}

/** The event with the file of its message, or with the error in its place. */
export function withFile(event: MessageEvent, fetched: Partial<FetchedFile>): MessageEvent {
	// One call for each kind: TypeScript does not relate the kind to the message otherwise.
	return event.kind === 'message'
		? { kind: 'message', message: { ...event.message, ...fetched } }
		: { kind: 'echo', message: { ...event.message, ...fetched } };
}
