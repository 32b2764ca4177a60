import type { ChatChanges } from '../domain/chats/chat.ts';
import type { ContactProfile } from '../domain/chats/contact.ts';
import type { GroupAction, GroupSettings, NetworkGroup, ParticipantRefusal } from '../domain/chats/group.ts';
import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { ConnectMethod } from '../domain/instances/instance.ts';
import type { MessageTemplate, NetworkTemplate } from '../domain/messages/template.ts';
import type { Capability } from './capabilities/capabilities.ts';
import type { NetworkEvent, NetworkProfile } from './network-event.ts';
import type {
	AwaitedMessage,
	MediaFile,
	NetworkSource,
	OutgoingMessage,
	StoredMessage,
} from './network-message.ts';

/** The credentials of an instance for the network operator's official API. */
export interface OfficialCredentials {
	businessId: string;
	phoneNumberId: string;
	accessToken: string;
}

/** What a driver can call of the gateway for one instance. */
export interface DriverContext {
	/**
	 * Stores events in one transaction. Resolves when they are durable: only then may the driver acknowledge them to its
	 * network.
	 */
	report(events: readonly NetworkEvent[]): Promise<void>;
	/**
	 * Resolves when it is certain that this gateway still has the instance. Rejects where another gateway has it, or where
	 * the store cannot tell. Call it before opening another connection: the network would end that of the other gateway.
	 */
	confirmLease(): Promise<void>;
	/**
	 * Notes received messages, by their network ids, that the driver has just acknowledged to its network. Each has to be
	 * stored by now: the ledger looks for it.
	 */
	noteAcknowledged(networkIds: readonly string[]): void;
	/** Values that outlive the connection, by keys that the driver chooses. */
	session: {
		read(key: string): Promise<string | null>;
		/** Returns the keys that have a value, with their values. */
		readAll(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
		/** Returns the values whose keys start with the prefix, sorted by key. */
		list(prefix: string): Promise<ReadonlyMap<string, string>>;
		/** Writes all values in one transaction; null deletes a value. */
		write(values: Readonly<Record<string, string | null>>): Promise<void>;
		/** Deletes all values. */
		clear(): Promise<void>;
	};
	/** Returns the sent messages of earlier connections that have no final status yet, oldest first. */
	listAwaitingReceipts(): Promise<AwaitedMessage[]>;
	/** The stored messages of the instance. */
	messages: {
		/** Returns the network's id of a message; null: it was not sent yet, or does not exist. */
		findNetworkId(messageId: string): Promise<string | null>;
		/**
		 * Returns the gateway's id of a message by its network id; null: unknown or not stored yet. `within` restricts the
		 * search to a chat, or to a source.
		 */
		findId(
			networkId: string,
			within?: { chatId: string } | { source: NetworkSource },
		): Promise<MessageId | null>;
		/**
		 * Returns a message by the gateway's id, or null. `withFile` brings its file to this machine; otherwise nothing may be
		 * at the path of its file.
		 */
		find(messageId: string, options?: { withFile: boolean }): Promise<StoredMessage | null>;
		/** Returns the network's id of the last message received in a chat, or null. */
		findLastReceived(chatId: string): Promise<string | null>;
		/** Returns the unread inbound messages of a chat, oldest first, limited to the number the network has to receive. */
		listUnread(chatId: string): Promise<{ networkId: string; source: NetworkSource }[]>;
		/** Returns the value stored by `setSendAttempts`, or 0. */
		countSendAttempts(messageId: MessageId): Promise<number>;
		/**
		 * Stores how often a message was sent without a response. Needed for a network that cannot detect a repetition and
		 * may accept a message without responding.
		 */
		setSendAttempts(messageId: MessageId, times: number): Promise<void>;
	};
	/** Returns whether received messages are marked as read at once (settings.autoRead). */
	autoReadEnabled(): Promise<boolean>;
	/** Returns whether calls are rejected (settings.rejectCalls). */
	callRejectionEnabled(): Promise<boolean>;
	/** Returns the proxy to connect through (settings.proxyUrl); null: none. It may contain a password. */
	getProxyUrl(): Promise<string | null>;
}

/** How a device is linked. */
export interface LinkOptions {
	/** The phone number of the account, to link by a pairing code; null: by a QR code. */
	pairingPhone: string | null;
}

/** Changes of the account's own profile. An absent property stays as it is. */
export interface ProfileChanges {
	name?: string;
	about?: string;
	picture?: MediaFile | null;
}

/** What instances can do, by the method that connects them. */
export type CapabilitiesByMethod = Readonly<Partial<Record<ConnectMethod, ReadonlySet<Capability>>>>;

/** One instance's open connection to its network. */
export interface NetworkConnection {
	/** The optional capabilities it has. Other optional calls throw an error code that says what is missing. */
	capabilities: ReadonlySet<Capability>;
	/**
	 * Resolves once the network takes messages of the account; it may have stopped for up to hours because of their rate.
	 * Rejects if the connection closes meanwhile. Called before `send`: a message that waits here can still be cancelled
	 * and expire, and one that is being sent cannot.
	 */
	waitForRateLimit(): Promise<void>;
	/**
	 * Resolves when the network has accepted the message. Throws PermanentSendError if the network will never accept it.
	 * After any other error the message stays queued and is sent again; after a TemporarySendError it can be cancelled until
	 * then, and otherwise the network may have it.
	 */
	send(message: OutgoingMessage): Promise<{ networkId: string }>;
	/**
	 * Sets the account's reaction to a message; null takes it back. Resolves when the network has accepted it. Throws
	 * PermanentSendError if the network never will, as the next two calls do.
	 */
	react(message: StoredMessage, emoji: string | null): Promise<void>;
	/** Replaces the text of a message that the account sent. Throws message_too_old after the network's time for it. */
	edit(message: StoredMessage, text: string): Promise<void>;
	/** Deletes a message that the account sent for everyone. Throws message_too_old after the network's time for it. */
	deleteForEveryone(message: StoredMessage): Promise<void>;
	/** Returns the rendered text. Throws template_not_found, template_not_approved or invalid_template_params. */
	checkTemplate(template: MessageTemplate): Promise<string>;
	/** Returns the templates of the instance's business, approved or not. Called only on official connections. */
	listTemplates(): Promise<NetworkTemplate[]>;
	/** Sends read receipts for the received messages of a chat. */
	markRead(chatId: string): Promise<void>;
	/** Shows the typing indicator in a chat. */
	showTyping(chatId: string): Promise<void>;
	/**
	 * Returns the milliseconds for which the typing indicator is shown before this text is sent (settings.autoTyping);
	 * null: it is not shown automatically.
	 */
	getTypingDuration(content: string): number | null;
	/** Returns the phone numbers that are on the network. */
	checkNumbers(phones: readonly string[]): Promise<ReadonlySet<string>>;
	/** Returns the current profile of a person, by the id of the chat with them, or null if not on the network. */
	getContact(contactId: string): Promise<Omit<ContactProfile, 'isBlocked'> | null>;
	/** Returns the groups that the instance is a participant of. */
	listGroups(): Promise<NetworkGroup[]>;
	/** Returns a group that the instance is a participant of, or null. */
	getGroup(groupId: string): Promise<NetworkGroup | null>;
	/** Throws invalid_parameters with the participants that cannot be added. */
	createGroup(group: {
		name: string;
		description: string | null;
		participants: readonly string[];
	}): Promise<NetworkGroup>;
	/**
	 * Changes participants one by one. Returns the refusals by phone number. Throws not_admin if the instance may not
	 * change the group, group_not_found if it is not a participant.
	 */
	changeParticipants(
		groupId: string,
		action: GroupAction,
		phones: readonly string[],
	): Promise<ReadonlyMap<string, ParticipantRefusal>>;
	/** Changes settings of a group, and its picture: null removes it. Throws not_admin, group_not_found. */
	updateGroup(
		groupId: string,
		changes: GroupSettings & { picture?: MediaFile | null },
	): Promise<NetworkGroup>;
	/** Returns the invite link of a group. Throws not_admin, group_not_found. */
	getInvite(groupId: string): Promise<string>;
	/** Makes the invite link of a group invalid. Returns the new one. Throws not_admin, group_not_found. */
	revokeInvite(groupId: string): Promise<string>;
	/** Joins a group by its invite link or code. Throws group_not_found for an invite that is not valid. */
	joinGroup(invite: string): Promise<NetworkGroup>;
	/** Leaves a group. Throws group_not_found. */
	leaveGroup(groupId: string): Promise<void>;
	/** Changes a chat on all devices of the account. */
	updateChat(chatId: string, changes: ChatChanges): Promise<void>;
	/** Blocks or unblocks a person. */
	setBlocked(contactId: string, blocked: boolean): Promise<void>;
	/** Subscribes to what the person or the participants of a chat do: `presence` is reported while it is connected. */
	subscribePresence(chatId: string): Promise<void>;
	/** Changes the profile of the account; a picture of null removes it. Returns the profile. */
	updateProfile(changes: ProfileChanges): Promise<NetworkProfile>;
	/** Answers a passkey_request with the browser's AuthenticationResponseJSON (WebAuthn Level 3). */
	answerPasskey(response: Readonly<Record<string, unknown>>): Promise<void>;
	/**
	 * Returns whether the network is known to accept only templates in a chat with a person who wrote within the last 24
	 * hours. Called only on official connections.
	 */
	requiresTemplate(chatId: string): Promise<boolean>;
	/** Returns the milliseconds of the last round trip to the network. */
	getLatency(): number;
	/** Ends the session at the network: the instance has to be linked again afterwards. */
	unlink(): Promise<void>;
	/** Closes the connection and keeps the session. Nothing is reported afterwards. */
	close(): Promise<void>;
}

/** The calls of a connection that concern groups. */
export type GroupCalls = Pick<
	NetworkConnection,
	| 'listGroups'
	| 'getGroup'
	| 'createGroup'
	| 'changeParticipants'
	| 'updateGroup'
	| 'getInvite'
	| 'revokeInvite'
	| 'joinGroup'
	| 'leaveGroup'
>;

/**
 * Opens the connections of instances to a network. A driver does not depend on HTTP, webhooks or SQL. `link`,
 * `connectOfficial` and `resume` resolve as soon as the connection object exists, and must not wait for a report: the
 * gateway records reports only after they resolve.
 */
export interface NetworkDriver {
	/** The optional capabilities of an instance by connect method. A method that is missing here is not available. */
	capabilities: CapabilitiesByMethod;
	/**
	 * Starts linking a device. Reports QR codes, or pairing codes, and refreshes them when they expire, until the phone
	 * has confirmed one.
	 */
	link(instanceId: InstanceId, context: DriverContext, options: LinkOptions): Promise<NetworkConnection>;
	/** Connects through the official API. Throws invalid_credentials or provider_verification_required. */
	connectOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		context: DriverContext,
	): Promise<NetworkConnection>;
	/** Reconnects with the stored session. */
	resume(instanceId: InstanceId, context: DriverContext): Promise<NetworkConnection>;
}
