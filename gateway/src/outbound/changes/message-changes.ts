import type { SendingCaller } from '../../domain/access/caller.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { MediaStorage } from '../../media/storage/media-storage.ts';
import type { Store } from '../../store/store.ts';
import type { CancelDeps } from './cancel-message.ts';
import type { ChangeDeps } from './change-message.ts';
import { deleteMessage, type Deletion } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import type { EnqueueMessage } from '../queueing/enqueue.ts';
import { forwardMessage, type ForwardFields } from './forward-message.ts';
import type { IdempotentRequest } from '../../store/idempotency/idempotent-request.ts';
import type { Accepted } from '../queueing/idempotency.ts';
import { react } from './react.ts';

/** The changes of a stored message that a client can request. Each resolves when it is durable. */
export interface MessageChanges {
	/** See deleteMessage(). */
	remove(messageId: string, options: { onlyUnsent: boolean }): Promise<Deletion>;
	/** See react(). */
	react(messageId: string, emoji: string | null): Promise<{ messageId: MessageId; emoji: string | null }>;
	/** See editMessage(). */
	edit(messageId: string, content: string): Promise<{ messageId: MessageId; at: number }>;
	/** See forwardMessage(). */
	forward(
		caller: SendingCaller,
		messageId: string,
		forward: { fields: ForwardFields; request: IdempotentRequest | null },
	): Promise<Accepted>;
}

export interface MessageChangesDeps
	extends Omit<CancelDeps, 'store'>,
		Pick<ChangeDeps, 'connections' | 'record'> {
	store: Pick<Store, 'read' | 'commit'>;
	folder: MediaStorage;
	enqueueMessage: EnqueueMessage;
}

export function createMessageChanges(deps: MessageChangesDeps): MessageChanges {
	const { folder, connections, store } = deps;
	const changeDeps = { ...deps, read: store.read, pathOf: (file: string) => folder.pathOf(file) };
	const forwardDeps = {
		...changeDeps,
		capabilitiesOf: (instance: Parameters<typeof connections.capabilitiesOf>[0]) =>
			connections.capabilitiesOf(instance),
	};
	return {
		remove: (messageId, options) => deleteMessage(changeDeps, messageId, options),
		react: (messageId, emoji) => react(changeDeps, messageId, emoji),
		edit: (messageId, content) => editMessage(changeDeps, messageId, content),
		forward: (caller, messageId, forward) => forwardMessage(forwardDeps, caller, messageId, forward),
	};
}
