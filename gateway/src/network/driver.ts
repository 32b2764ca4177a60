import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { ContactProfile } from '../domain/contact.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../domain/group.ts';
import type { ConnectMethod, DisconnectReason } from '../domain/instance.ts';
import type { MessageTemplate, NetworkTemplate } from '../domain/template.ts';
import type {
	MessageDirection,
	MessageFailure,
	MessageStatus,
	MessageType,
	ReceiptStatus,
} from '../domain/message.ts';
import type { MessageDetails, SentDetails } from '../domain/message-details.ts';
import type { Capability } from './capabilities.ts';

/** The account of an instance on its network. */
export interface NetworkProfile {
	phone: string;
	profileName: string | null;
	profilePicUrl: string | null;
}

/** A message to send. Its id is sent with it, so that a network can detect a repetition. */
export interface OutgoingMessage extends SentDetails {
	id: MessageId;
	chatId: string;
	/** A phone number, or the id of a chat: a group JID, or a person without a phone number (`…@lid`, `…@bsuid`). */
	to: string;
	type: MessageType;
	/** The text; for media the caption, or a description; for the other kinds a description. */
	content: string;
	quotedMessageId: string | null;
	/** The file of a media message. */
	media: MediaFile | null;
	/** The template of a template message, whose `content` is the rendered text. */
	template: MessageTemplate | null;
}

/** The file of a message, on this machine. */
export interface MediaFile {
	path: string;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

/**
 * The network's own ids of the chat and the sender of a message. Receipts and quotes refer to a message by these and
 * its network id, because a network id is unique only for one sender in one chat.
 */
export interface NetworkSource {
	chat: string;
	sender: string;
}

/**
 * A message received from a network. `content` is always a text that a person can read. Of type `unsupported` with the
 * reason `waiting`: it is stored, but its event is published only if the content does not arrive within two minutes. If
 * it is reported again with content, it becomes an ordinary message.
 */
export interface IncomingMessage extends MessageDetails {
	/** The network's id of the message. A message that is reported twice has the same network id and source. */
	networkId: string;
	source: NetworkSource;
	/** The chat id that clients use: derived from the phone number if that is known. */
	chatId: string;
	/** The sender id that clients use: `<phone>@s.whatsapp.net` if the phone number is known, else a LID or a BSUID. */
	senderId: string;
	/** The phone number of the sender; null: the network does not reveal it. */
	from: string | null;
	/** The name that the sender chose. A name that the account's owner saved takes precedence in the API. */
	contactName: string | null;
	/** The username of the sender, if the network reports it. */
	username?: string;
	/** The name of the group, if the message was sent to one and the driver knows its name. */
	groupName?: string;
	type: MessageType;
	/** The text; for media the caption, or a description; for the other kinds a description. */
	content: string;
	/** The file of a media message. The gateway moves it into the media folder. */
	media: MediaFile | null;
	/** The message that it replies to, in either direction, if known. */
	quotedMessageId?: MessageId;
	/** Epoch milliseconds. */
	at: number;
}

/** A message that the account's owner wrote on the phone. The network reports it once; its content is like a received one. */
export interface EchoedMessage extends MessageDetails {
	networkId: string;
	chatId: string;
	/** The phone number that it was sent to; null: a group, or the network does not reveal it. */
	to: string | null;
	groupName?: string;
	type: MessageType;
	content: string;
	media: MediaFile | null;
	quotedMessageId?: MessageId;
	/** Epoch milliseconds. */
	at: number;
}

/** A stored message that an event refers to: by the gateway's id, or by the network's id in a chat or from a source. */
export type MessageTarget =
	| { messageId: MessageId }
	| { networkId: string; within: { chatId: string } | { source: NetworkSource } };

/** Who changed a message. */
export interface Actor {
	/** The id of the person; of the account itself where isFromMe is true. */
	senderId: string;
	/** The phone number of the person; null: the network does not reveal it. */
	from: string | null;
	/** Whether the account itself did it, on the phone. */
	isFromMe: boolean;
	contactName: string | null;
}

/**
 * A change of a message. A driver reports it after the message itself; a change of a message that is not stored is
 * ignored. Reporting it again changes nothing.
 */
export type MessageChange = { target: MessageTarget; actor: Actor; at: number } & (
	| { change: 'reaction'; /** Null: the person took the reaction back. */ emoji: string | null }
	/** Only the author can edit: an edit by anybody else is ignored. `content`: the new text or caption. */
	| { change: 'edit'; content: string; mentions?: readonly string[] }
	/** Only the author can delete, or an admin of the group, which the driver has to verify. */
	| { change: 'deletion'; asAdmin?: boolean }
	/** `options`: the texts of all options that the person has selected now. */
	| { change: 'vote'; options: readonly string[] }
);

/** What a network reports of a contact. A property that is absent stays as it is. */
export type ContactReport = Pick<ContactProfile, 'id' | 'phone'> & Partial<ContactProfile>;

/** A message of an instance in the store. */
export interface StoredMessage extends OutgoingMessage {
	/** When the gateway queued it, or the network received it, in epoch milliseconds. */
	at: number;
	/** The network's id of the message; null: not sent yet. */
	networkId: string | null;
	direction: MessageDirection;
	/** The phone number of the sender of an inbound message, if known. */
	from: string | null;
	/** Only of an inbound message. */
	source: NetworkSource | null;
}

/** A message from before the instance was linked. It is stored without publishing an event. */
export interface PastMessage {
	networkId: string;
	/** The gateway's id, if the network id shows that the gateway sent the message. */
	messageId: MessageId | null;
	chatId: string;
	/** Null: the account itself sent the message. */
	source: NetworkSource | null;
	direction: MessageDirection;
	/** The sender id that clients use; null for an outbound message. */
	senderId: string | null;
	/** The phone number of the other party; null: the network does not reveal it, or the message was sent to a group. */
	phone: string | null;
	contactName: string | null;
	/** The name of the group, if the network reports it. */
	groupName?: string;
	/** Absent: `text`. */
	type?: MessageType;
	/** The text, or a description. */
	content: string;
	details?: MessageDetails;
	quotedNetworkId?: string;
	/** Epoch milliseconds. */
	at: number;
}

/** The credentials of an instance for the network operator's official API. */
export interface OfficialCredentials {
	businessId: string;
	phoneNumberId: string;
	accessToken: string;
}

/** A notice about the account, such as that a template was paused. */
export interface NetworkNotice {
	/** The network's name of the topic, such as `account_update`. */
	topic: string;
	/** A sentence for users. */
	message: string;
	/** The original data. The driver bounds its size. */
	details: Readonly<Record<string, unknown>>;
}

/** An event that a driver reports about an instance. */
export type NetworkEvent =
	| { kind: 'qr'; text: string; expiresAt: number }
	/** The driver opens a lost or earlier connection again. Messages stay queued until the instance is `connected`. */
	| { kind: 'connecting' }
	| { kind: 'connected'; profile: NetworkProfile }
	| {
			kind: 'disconnected';
			reason: DisconnectReason;
			/** For users: what happened and what to do. */
			explanation?: string;
	  }
	/** Session values (see DriverContext) to store in the same transaction as the other events of the report. */
	| { kind: 'session'; values: Readonly<Record<string, string | null>> }
	| { kind: 'message'; message: IncomingMessage }
	/** Stored as an event for the log. */
	| { kind: 'notice'; notice: NetworkNotice }
	| { kind: 'echo'; message: EchoedMessage }
	| { kind: 'change'; change: MessageChange }
	| { kind: 'contacts'; contacts: readonly ContactReport[] }
	/** All these ids are of one person. The first is the one to use from now on: the phone JID, if one is known. */
	| { kind: 'same_person'; ids: readonly [string, string, ...string[]] }
	/** The current names of groups. */
	| { kind: 'group_names'; groups: readonly { id: string; name: string }[] }
	| { kind: 'history'; messages: readonly PastMessage[] }
	| {
			kind: 'receipt';
			messageId: MessageId;
			/** `sent`: the network reported the status before it responded to the send request. */
			status: ReceiptStatus;
			at: number;
			/** The network's id of the message, which may not be stored yet. */
			networkId?: string;
	  }
	/** The network failed a message after accepting it. `send` throws PermanentSendError for one it does not accept. */
	| { kind: 'failure'; messageId: MessageId; failure: MessageFailure; at: number };

/** A sent message that has no final status yet. */
export interface AwaitedMessage extends OutgoingMessage {
	status: MessageStatus;
}

/** What a driver can call of the gateway for one instance. */
export interface DriverContext {
	/**
	 * Stores events in one transaction. Resolves when they are durable: only then may the driver acknowledge them to its
	 * network.
	 */
	report(events: readonly NetworkEvent[]): Promise<void>;
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
		/** Returns a message by the gateway's id, or null. */
		find(messageId: string): Promise<StoredMessage | null>;
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
}

/** What instances can do, by the method that connects them. */
export type CapabilitiesByMethod = Readonly<Partial<Record<ConnectMethod, ReadonlySet<Capability>>>>;

/** One instance's open connection to its network. */
export interface NetworkConnection {
	/** The optional capabilities it has. Other optional calls throw an error code that says what is missing. */
	capabilities: ReadonlySet<Capability>;
	/**
	 * Resolves when the network has accepted the message. Throws PermanentSendError if the network will never accept it.
	 * After any other error the message stays queued and is sent again.
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
	getContact(contactId: string): Promise<ContactProfile | null>;
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
	/** Returns the milliseconds of the last round trip to the network. */
	getLatency(): number;
	/** Ends the session at the network: the instance has to be linked again afterwards. */
	unlink(): Promise<void>;
	/** Closes the connection and keeps the session. Nothing is reported afterwards. */
	close(): Promise<void>;
}

/**
 * Opens the connections of instances to a network. A driver does not depend on HTTP, webhooks or SQL. `link`,
 * `connectOfficial` and `resume` resolve as soon as the connection object exists, and must not wait for a report: the
 * gateway records reports only after they resolve.
 */
export interface NetworkDriver {
	/** The optional capabilities of an instance by connect method. A method that is missing here is not available. */
	capabilities: CapabilitiesByMethod;
	/** Starts linking a device. Reports QR codes, and refreshes them when they expire, until one is scanned. */
	link(instanceId: InstanceId, context: DriverContext): Promise<NetworkConnection>;
	/** Connects through the official API. Throws invalid_credentials or provider_verification_required. */
	connectOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		context: DriverContext,
	): Promise<NetworkConnection>;
	/** Reconnects with the stored session. */
	resume(instanceId: InstanceId, context: DriverContext): Promise<NetworkConnection>;
}
