import { createRestrictionWatch } from './account/watch-restrictions.ts';
import { createCalls } from './calls/attach-calls.ts';
import { attachChatChanges } from './chats/attach-chat-changes.ts';
import { createAppStateFollower, type AppStateFollower } from './chats/follow-app-state.ts';
import type { UnrecordedVersions } from './chats/unrecorded-versions.ts';
import { attachBlocks } from './contacts/attach-blocks.ts';
import { attachContacts } from './contacts/attach-contacts.ts';
import { createPictures } from './contacts/attach-pictures.ts';
import { existingPhones } from './contacts/existing-phones.ts';
import type { Device, DeviceConnection } from './device.ts';
import { createGroupChanges } from './groups/attach-group-changes.ts';
import { findLidsAhead } from './identity/find-lids-ahead.ts';
import { createHistoryReceiver } from './inbound/history-receiver.ts';
import type { Inbox } from './inbound/inbox.ts';
import { createMessageReceiver } from './inbound/message-receiver.ts';
import type { PlaceholderResends } from './inbound/undecryptable/placeholder-resends.ts';
import { handleProtocolMessage } from './inbound/protocol-message.ts';
import { attachReceipts } from './inbound/receipts/attach-receipts.ts';
import { createResendInGroup } from './inbound/receipts/resend-in-group.ts';
import { createMessageSender, type MessageSender } from './outbound/message-sender.ts';
import { createPresence, type Presence } from './presence/presence.ts';

/** The handlers of a device, which outlive its connections. */
export interface DeviceHandlers {
	sender: MessageSender;
	presence: Presence;
	appState: Pick<AppStateFollower, 'onSynced'>;
	/** Subscribes to the events of a new connection. Call it before the connection receives its first frame. */
	attach: (connection: DeviceConnection) => void;
	/** WhatsApp has accepted the device: resumes what an earlier connection left unfinished. */
	onOpen: (connection: DeviceConnection) => void;
	/** The connection was lost; another one may follow. */
	onClosed: () => void;
}

export interface HandlerDeps {
	inbox: Inbox;
	resends: PlaceholderResends;
	unrecorded: UnrecordedVersions;
}

export function createDeviceHandlers(
	device: Device,
	{ inbox, resends, unrecorded }: HandlerDeps,
): DeviceHandlers {
	const restrictions = createRestrictionWatch(device);
	const sender = createMessageSender(device, {
		existing: async (phones) => existingPhones((await device.connection()).socket, phones),
		wasRestricted: (connection) => restrictions.wasRestricted(connection),
	});
	const resendInGroup = createResendInGroup(device, sender);
	const history = createHistoryReceiver(device);
	const messages = createMessageReceiver(device, {
		inbox,
		resends,
		handleProtocolMessage: (message) => handleProtocolMessage(device, { history, resends }, message),
	});
	const appState = createAppStateFollower(device, unrecorded);
	const attachCalls = createCalls(device);
	const attachGroupChanges = createGroupChanges(device);
	const attachPictures = createPictures(device);
	const presence = createPresence(device);
	return {
		sender,
		presence,
		appState,
		attach(connection) {
			sender.attach(connection);
			messages.attach(connection);
			attachReceipts(device, connection, { sender, messages, resendInGroup });
			appState.attach(connection);
			attachContacts(device, connection, appState);
			attachPictures(connection);
			attachBlocks(device, connection);
			attachChatChanges(device, connection, { history, appState });
			attachCalls(connection);
			attachGroupChanges(connection);
			presence.attach(connection);
			restrictions.attach(connection);
			device.groupNames.attach(connection);
			device.timers.attach(connection);
			history.attach(connection);
			findLidsAhead(device, connection);
		},
		onOpen(connection) {
			resends.requestMissing(connection);
			presence.onOpen(connection);
			restrictions.onOpen(connection);
			messages
				.recordStored(connection)
				.catch((error: unknown) => {
					const { log, instanceId } = device;
					log.warn(
						{ err: error, instanceId },
						'messages of an earlier connection could not be recorded; the next connection retries',
					);
				})
				// A stored part of the history is recorded before, because the chats that changed may be in it.
				.finally(() => {
					appState.onOpen(connection);
				});
		},
		onClosed() {
			resends.onClosed();
			sender.onClosed();
			restrictions.onClosed();
		},
	};
}
