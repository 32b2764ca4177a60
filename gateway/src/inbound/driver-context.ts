import { GatewayError } from '../domain/error.ts';
import type { InstanceId, MessageId } from '../domain/ids.ts';
import { visibleStatus } from '../domain/messages/message.ts';
import { unsealProxyUrl } from '../network/session/sealed-proxy-url.ts';
import type { Sealer } from '../lib/crypto/sealer.ts';
import type { DriverContext } from '../network/driver.ts';
import type { StoredMessage } from '../network/network-message.ts';
import type { MediaStorage } from '../media/storage/media-storage.ts';
import { outgoingMessage } from '../network/outgoing-message.ts';
import type { Fence } from '../store/cluster/leases.ts';
import { currentIdOf } from '../store/chats/person-ids.ts';
import { findInstance } from '../store/instances/instances.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { countSendAttempts, updateSendAttempts } from '../store/messages/send-attempts.ts';
import { findMessage } from '../store/messages/messages.ts';
import {
	findLastReceivedNetworkId,
	findMessageId,
	findProviderMessageId,
	listUnreadNetworkIds,
} from '../store/messages/provider-message-ids.ts';
import { clearSession, readSessionValues, writeSessionValues } from '../store/instances/network-sessions.ts';
import type { MessageRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { DriverReads } from './driver-reads.ts';

export interface DriverContextDeps {
	store: Store;
	reads: DriverReads;
	fence: Fence;
	folder: Pick<MediaStorage, 'pathOf' | 'localPath'>;
	/** Unseals the URL of the instance's proxy. */
	sealer: Sealer;
	acknowledgements: Pick<Acknowledgements, 'note'>;
}

/** Creates a driver's access to the store for one instance: its session and its messages. */
export function createDriverContext(
	{ store, reads, fence, folder, sealer, acknowledgements }: DriverContextDeps,
	instanceId: InstanceId,
): Omit<DriverContext, 'report'> {
	async function commit(write: (scope: CommitScope) => Promise<void>): Promise<void> {
		try {
			await store.commit(async (scope) => {
				await fence(scope, [instanceId]);
				await write(scope);
			});
		} catch (error) {
			if ((await findInstance(store.read, instanceId)) !== undefined) throw error;
			throw new GatewayError('instance_disconnected', 'The instance was deleted meanwhile.');
		}
	}

	return {
		// A commit without a write: its fence throws where another process has the lease.
		confirmLease: () => commit(() => Promise.resolve()),
		noteAcknowledged: (networkIds) => {
			acknowledgements.note(instanceId, networkIds);
		},
		session: {
			read: (key) => reads.readSession({ instanceId, key }),
			readAll: (keys) => readSessionValues(store.read, instanceId, keys),
			list: (prefix) => reads.listSession({ instanceId, prefix }),
			write: (values) => commit(({ db }) => writeSessionValues(db, instanceId, values)),
			clear: () => commit(({ db }) => clearSession(db, instanceId)),
		},
		listAwaitingReceipts: async () => {
			const messages = await reads.listAwaitedMessages(instanceId);
			// The network has their files already.
			return messages.map((row) => ({ ...outgoingMessage(row, null), status: visibleStatus(row.status) }));
		},
		messages: {
			findNetworkId: (messageId) => findProviderMessageId(store.read, instanceId, messageId),
			findId: async (networkId, within) => {
				if (within === undefined || 'source' in within) {
					return findMessageId(store.read, instanceId, networkId, within);
				}
				const chatId = await currentIdOf(store.read, instanceId, within.chatId);
				return findMessageId(store.read, instanceId, networkId, { chatId });
			},
			find: async (messageId, { withFile } = { withFile: false }) => {
				const row = await findMessage(store.read, messageId as MessageId);
				if (row?.instance_id !== instanceId) return null;
				if (withFile && row.media_file !== null) await folder.localPath(row.media_file);
				return storedMessage(row, (file) => folder.pathOf(file));
			},
			listUnread: async (chatId) =>
				listUnreadNetworkIds(store.read, instanceId, await currentIdOf(store.read, instanceId, chatId)),
			findLastReceived: async (chatId) =>
				findLastReceivedNetworkId(store.read, instanceId, await currentIdOf(store.read, instanceId, chatId)),
			countSendAttempts: (id) => countSendAttempts(store.read, instanceId, id),
			setSendAttempts: (id, times) => commit(({ db }) => updateSendAttempts(db, instanceId, { id, times })),
		},
		autoReadEnabled: async () => (await findInstance(store.read, instanceId))?.auto_read === 1,
		callRejectionEnabled: async () => (await findInstance(store.read, instanceId))?.reject_calls === 1,
		getProxyUrl: async () => {
			const proxyUrl = (await findInstance(store.read, instanceId))?.proxy_url ?? null;
			return proxyUrl === null ? null : unsealProxyUrl(sealer, instanceId, proxyUrl);
		},
	};
}

/** A stored message as drivers take it. */
export function storedMessage(row: MessageRow, pathOf: (mediaFile: string) => string): StoredMessage {
	const media =
		row.media_file === null
			? null
			: {
					path: pathOf(row.media_file),
					mimeType: row.mime_type ?? '',
					filename: row.filename,
					caption: row.caption,
				};
	const { provider_message_id: networkId, direction, sender: from } = row;
	const source =
		direction === 'inbound' ? { chat: row.provider_chat_id, sender: row.provider_sender_id } : null;
	const isDeleted = row.deleted_at !== null;
	return {
		...outgoingMessage(row, media),
		at: row.created_at,
		networkId,
		direction,
		from,
		source,
		isDeleted,
	};
}
