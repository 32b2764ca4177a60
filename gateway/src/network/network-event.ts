import type { ChatChanges } from '../domain/chats/chat.ts';
import type { ContactProfile } from '../domain/chats/contact.ts';
import type { GroupSettings, ParticipantChange } from '../domain/chats/group.ts';
import type { MessageId } from '../domain/ids.ts';
import type { DisconnectReason } from '../domain/instances/instance.ts';
import type {
	MessageDirection,
	MessageFailure,
	MessageType,
	ReceiptStatus,
} from '../domain/messages/message.ts';
import type { MessageDetails } from '../domain/messages/message-details.ts';
import type { PresenceState } from '../domain/chats/presence.ts';
import type { AccountRestriction } from '../domain/instances/restriction.ts';
import type { MediaFile, NetworkSource } from './network-message.ts';

/** The account of an instance on its network. */
export interface NetworkProfile {
	phone: string;
	profileName: string | null;
	/** Null: there is none; absent: the network does not report it, so the stored one stays. */
	profilePicUrl?: string | null;
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
	| {
			change: 'reaction';
			/** Null: the person took the reaction back. */
			emoji: string | null;
			/** The network's own id of the reaction, where it may repeat one after a later one of the same time. */
			networkId?: string;
	  }
	/** Only the author can edit: an edit by anybody else is ignored. `content`: the new text or caption. */
	| { change: 'edit'; content: string; mentions?: readonly string[] }
	/** Only the author can delete, or an admin of the group, which the driver has to verify. */
	| { change: 'deletion'; asAdmin?: boolean }
	/** `options`: the texts of all options that the person has selected now. */
	| { change: 'vote'; options: readonly string[] }
);

/** What a network reports of a contact. A property that is absent stays as it is. */
export type ContactReport = Pick<ContactProfile, 'id' | 'phone'> & Partial<ContactProfile>;

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

/** A notice about the account, such as that a template was paused. */
export interface NetworkNotice {
	/** The network's name of the topic, such as `account_update`. */
	topic: string;
	/** A sentence for users. */
	message: string;
	/** The original data. The driver bounds its size. */
	details: Readonly<Record<string, unknown>>;
}

/** Who changed a group; null: the network does not report it. */
export interface GroupActor {
	senderId: string | null;
	from: string | null;
	isFromMe: boolean;
}

/** A change of a group that others made, or the account on another device. */
export type GroupChangeReport = {
	groupId: string;
	/** The current name, if the driver knows it. */
	groupName?: string;
	actor: GroupActor;
	/** Epoch milliseconds. */
	at: number;
} & (
	| {
			change: 'settings';
			settings: GroupSettings;
			/** Whether the picture or the invite changed. */ pictureChanged?: boolean;
			inviteChanged?: boolean;
	  }
	| {
			change: 'participants';
			action: ParticipantChange;
			participants: readonly { id: string; phone: string | null }[];
	  }
);

/** What a person does in a chat whose presence was subscribed to. */
export interface PresenceReport {
	chatId: string;
	senderId: string;
	from: string | null;
	state: PresenceState;
	/** Epoch milliseconds; null: not known. */
	lastSeenAt: number | null;
	/** Epoch milliseconds. */
	at: number;
}

/** A call that arrived. */
export interface CallReport {
	callId: string;
	/** The chat with the caller, or the group that is called. */
	chatId: string;
	senderId: string;
	from: string | null;
	contactName: string | null;
	video: boolean;
	/** Whether the driver rejected it. */
	rejected: boolean;
	/** Epoch milliseconds. */
	at: number;
}

/** A request for a passkey of the account, which a browser answers. */
export interface PasskeyRequest {
	/** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3), as the network sent it. */
	options: Readonly<Record<string, unknown>>;
	/** Epoch milliseconds. */
	expiresAt: number;
}

/** An event that a driver reports about an instance. */
export type NetworkEvent =
	| { kind: 'qr'; text: string; expiresAt: number }
	/** To be typed on the phone, instead of scanning a QR code. */
	| { kind: 'pairing_code'; code: string; expiresAt: number }
	/** The network asks for a passkey of the account before it links the device. */
	| { kind: 'passkey_request'; request: PasskeyRequest }
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
	| { kind: 'group_change'; change: GroupChangeReport }
	| { kind: 'presence'; presence: PresenceReport }
	| { kind: 'call'; call: CallReport }
	/** What other devices of the account changed in chats. */
	| { kind: 'chat_changes'; chats: readonly { chatId: string; changes: ChatChanges }[] }
	/** A limit that the network has put on the account; null: there is none any more. */
	| { kind: 'restriction'; restriction: AccountRestriction | null }
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
