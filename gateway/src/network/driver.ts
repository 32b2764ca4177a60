import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { ContactProfile } from '../domain/contact.ts';
import type { GroupAction, NetworkGroup, ParticipantRefusal } from '../domain/group.ts';
import type { ConnectMethod, DisconnectReason } from '../domain/instance.ts';
import type { MessageTemplate, NetworkTemplate } from '../domain/template.ts';
import type {
	FailureCode,
	MediaError,
	MessageDirection,
	MessageFailure,
	MessageStatus,
	MessageType,
	ReceiptStatus,
	UnsupportedReason,
} from '../domain/message.ts';
import type { Capability } from './capabilities.ts';

/** Who an instance is on its network. */
export interface NetworkProfile {
	phone: string;
	profileName: string | null;
	profilePicUrl: string | null;
}

/** A message the gateway hands to a network. Its id travels along, so that a network can tell a repetition. */
export interface OutgoingMessage {
	id: MessageId;
	chatId: string;
	/** Phone, or the id of a chat: a group JID, or a person without a phone number (`…@lid`, `…@bsuid`). */
	to: string;
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	quotedMessageId: string | null;
	/** The file of a media message, on this machine. */
	media: MediaFile | null;
	/** What a template message is made of; its content is the text it results in. */
	template: MessageTemplate | null;
}

/** A file that travels with a message. */
export interface MediaFile {
	/** Where its bytes lie on this machine. */
	path: string;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}

/**
 * The ids a network itself uses for the chat and the sender of a message. Together with the network's identifier
 * they name the message: identifiers are unique only for one sender in one chat. Receipts and quotes go by them.
 */
export interface NetworkSource {
	chat: string;
	sender: string;
}

/** A message that arrived from a network. */
export interface IncomingMessage {
	/** The network's identifier; the same message reported twice has the same one, and the same source. */
	networkId: string;
	source: NetworkSource;
	/** The chat as clients know it: by its phone where that is known. */
	chatId: string;
	/** The sender as clients know it: `<phone>@s.whatsapp.net` where the phone is known, else a LID or a BSUID. */
	senderId: string;
	/** Phone of the sender; null where the network does not tell it. */
	from: string | null;
	contactName: string | null;
	type: MessageType;
	/** The text; for media the caption, or a description. */
	content: string;
	/** The file of a media message, on this machine; the gateway takes it over. */
	media: MediaFile | null;
	/** Why the file of a media message could not be had. */
	mediaError?: MediaError;
	/**
	 * Of type `unsupported`: why it cannot be shown. One that is `waiting` is stored, and told of only when its content
	 * has not come within two minutes; reported again with content, it becomes an ordinary message.
	 */
	unsupported?: { reason: UnsupportedReason };
	/** The message of ours, or of theirs, that it replies to, where the network tells. */
	quotedMessageId?: MessageId;
	/** Epoch milliseconds. */
	at: number;
}

/** A message of an instance, as it is stored. */
export interface StoredMessage extends OutgoingMessage {
	/** The network's identifier; null while it has none. */
	networkId: string | null;
	direction: MessageDirection;
	/** Phone of the sender, of one that arrived, where it is known. */
	from: string | null;
	/** The network's own ids of its chat and sender, of one that arrived. */
	source: NetworkSource | null;
}

/** A message from before the instance was linked: it is stored, and no event tells of it. */
export interface PastMessage {
	networkId: string;
	/** The message of ours that it is, where its identifier tells. */
	messageId: MessageId | null;
	chatId: string;
	/** The network's own ids; null of what the account itself wrote. */
	source: NetworkSource | null;
	direction: MessageDirection;
	/** Of what arrived, the sender as clients know it. */
	senderId: string | null;
	/** Phone of the other side; null where the network does not tell it, and for what was written to a group. */
	phone: string | null;
	contactName: string | null;
	/** What a group is called, where the network tells. */
	groupName?: string;
	/** The text. */
	content: string;
	/** Epoch milliseconds. */
	at: number;
}

/** What connects an instance through the operator's official API. */
export interface OfficialCredentials {
	businessId: string;
	phoneNumberId: string;
	accessToken: string;
}

/** What a network told about the account, such as a template that was paused. */
export interface NetworkNotice {
	/** What the network calls it, such as `account_update`. */
	topic: string;
	/** A sentence for people. */
	message: string;
	/** What the network told, bounded by the driver. */
	details: Readonly<Record<string, unknown>>;
}

/** What a network tells about an instance. */
export type NetworkEvent =
	| { kind: 'qr'; text: string; expiresAt: number }
	/** The connection dropped, or there was one before, and is opened again: messages wait until it is `connected`. */
	| { kind: 'connecting' }
	| { kind: 'connected'; profile: NetworkProfile }
	| {
			kind: 'disconnected';
			reason: DisconnectReason;
			/** What happened and what to do, for people. */
			explanation?: string;
	  }
	/** Values of the session (see NetworkHost) that are to be durable together with what else is reported. */
	| { kind: 'session'; values: Readonly<Record<string, string | null>> }
	| { kind: 'message'; message: IncomingMessage }
	/** Something about the account that is no message: kept as an event, for the log. */
	| { kind: 'notice'; notice: NetworkNotice }
	| { kind: 'contacts'; contacts: readonly ContactProfile[] }
	| { kind: 'history'; messages: readonly PastMessage[] }
	| {
			kind: 'receipt';
			messageId: MessageId;
			/** `sent`: it was taken over, and told of before that was answered. */
			status: ReceiptStatus;
			at: number;
			/** The network's identifier, where it may not be recorded yet. */
			networkId?: string;
	  }
	/** Of a message it took over before; one it does not take over is refused when it is sent. */
	| { kind: 'failure'; messageId: MessageId; failure: MessageFailure; at: number };

/** A sent message the network may still report on. */
export interface AwaitedMessage extends OutgoingMessage {
	status: MessageStatus;
}

/** What the gateway offers a driver for one instance. */
export interface DriverContext {
	/**
	 * Takes what the network told. Resolves when all of it is durable, in one transaction: only then may the
	 * driver acknowledge to its network.
	 */
	report(events: readonly NetworkEvent[]): Promise<void>;
	/** Values that outlive the connection, by keys of the driver's choosing; a written record is one transaction. */
	session: {
		read(key: string): Promise<string | null>;
		/** Those of the keys that have a value, with it. */
		readAll(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
		/** All whose keys begin with a text, in the order of the keys. */
		list(prefix: string): Promise<ReadonlyMap<string, string>>;
		write(values: Readonly<Record<string, string | null>>): Promise<void>;
		/** Removes all of them. */
		clear(): Promise<void>;
	};
	/** What was sent in earlier connections and has no final status yet, oldest first. */
	awaitingReceipts(): Promise<AwaitedMessage[]>;
	/** The messages of the instance by the network's identifiers. */
	messages: {
		/** The network's identifier of one of ours; null while it has none, or where there is no such message. */
		networkIdOf(messageId: string): Promise<string | null>;
		/**
		 * Ours for one of the network's; null where it is not known, or not recorded yet. `within`: only in this chat,
		 * or only the message with this source.
		 */
		idOf(
			networkId: string,
			within?: { chatId: string } | { source: NetworkSource },
		): Promise<MessageId | null>;
		/** One of ours, or null. */
		find(messageId: string): Promise<StoredMessage | null>;
		/** The network's identifier of what arrived last in a chat. */
		lastReceived(chatId: string): Promise<string | null>;
		/** What arrived in a chat and is not read yet, oldest first, as far as the network has to be told of each. */
		unread(chatId: string): Promise<{ networkId: string; source: NetworkSource }[]>;
		/** How often one of ours may have been taken over, as far as it was set. */
		handOvers(messageId: MessageId): Promise<number>;
		/** Sets that, durably: for a network that cannot tell a repetition, and may take over what it does not answer. */
		setHandOvers(messageId: MessageId, times: number): Promise<void>;
	};
	/** Whether what arrives is to be marked as read at once (settings.autoRead). */
	autoReadEnabled(): Promise<boolean>;
}

/** What a network can do by each of the ways to connect to it. */
export type CapabilitiesByMethod = Readonly<Partial<Record<ConnectMethod, ReadonlySet<Capability>>>>;

/** One instance's open connection to its network. */
export interface NetworkConnection {
	/** What it can do of what not every network can; a call for anything else throws a code that says so. */
	capabilities: ReadonlySet<Capability>;
	/**
	 * Resolves when the network has taken the message over. Throws a NetworkRefusal when the network will never
	 * take this message; any other error means it could not be told, and the message stays queued.
	 */
	send(message: OutgoingMessage): Promise<{ networkId: string }>;
	/** Throws template_not_found, template_not_approved or invalid_template_params; gives the resulting text. */
	checkTemplate(template: MessageTemplate): Promise<string>;
	/** The templates of the instance's business, approved or not. Asked only of official connections. */
	templates(): Promise<NetworkTemplate[]>;
	/** Marks what arrived in a chat as read, towards the network. */
	markRead(chatId: string): Promise<void>;
	/** Shows that somebody is typing in a chat. */
	showTyping(chatId: string): Promise<void>;
	/**
	 * Milliseconds typing is shown before this text goes out (settings.autoTyping); null where it is not shown by
	 * itself.
	 */
	typingTime(content: string): number | null;
	/** The phones among these that are on the network. */
	existing(phones: readonly string[]): Promise<ReadonlySet<string>>;
	/** What the network tells of a phone now, or null when it is not on the network. */
	contact(phone: string): Promise<ContactProfile | null>;
	/** The groups the instance is in. */
	groups(): Promise<NetworkGroup[]>;
	/** One of them, or null. */
	group(groupId: string): Promise<NetworkGroup | null>;
	/** Throws invalid_parameters, naming them, for participants that cannot be added. */
	createGroup(group: {
		name: string;
		description: string | null;
		participants: readonly string[];
	}): Promise<NetworkGroup>;
	/**
	 * Changes participants one by one; gives what was refused, by phone. Throws not_admin when the instance may
	 * not change the group, group_not_found when it is not in it.
	 */
	changeParticipants(
		groupId: string,
		action: GroupAction,
		phones: readonly string[],
	): Promise<ReadonlyMap<string, ParticipantRefusal>>;
	/** Milliseconds to the network and back, as last seen. */
	latency(): number;
	/** Ends the session at the network: a new link is needed afterwards. */
	unlink(): Promise<void>;
	/** Ends the connection and keeps the session; nothing is reported any more. */
	close(): Promise<void>;
}

/**
 * Turns instances into connections. It knows nothing of HTTP, webhooks or SQL. Both ways to begin resolve as soon
 * as there is a connection to hand back, and never wait for a report: reports are taken only from then on.
 */
export interface NetworkDriver {
	/**
	 * What an instance can do, of what not every network can, by the method it is connected by. Nobody connects by a
	 * method that is not there.
	 */
	capabilities: CapabilitiesByMethod;
	/** Starts linking a device: QR codes are reported, and refreshed when they expire, until one is scanned. */
	link(instanceId: InstanceId, host: DriverContext): Promise<NetworkConnection>;
	/** Connects through the official API. Throws invalid_credentials or provider_verification_required. */
	connectOfficial(
		instanceId: InstanceId,
		credentials: OfficialCredentials,
		host: DriverContext,
	): Promise<NetworkConnection>;
	/** Opens the connection again with the session of an earlier link. */
	resume(instanceId: InstanceId, host: DriverContext): Promise<NetworkConnection>;
}

/** The network's final no to one message; becomes the error of its message.failed event. */
export class PermanentSendError extends Error {
	readonly code: FailureCode;

	constructor(failure: MessageFailure) {
		super(failure.message);
		this.name = 'NetworkRefusal';
		this.code = failure.code;
	}
}
