import type { ChatChanges } from '../../../src/domain/chats/chat.ts';
import type { Clock } from '../../../src/domain/clock.ts';
import type { GroupSettings, ParticipantChange } from '../../../src/domain/chats/group.ts';
import type { ConnectMethod, DisconnectReason } from '../../../src/domain/instances/instance.ts';
import type { FailureCode, MediaType, MessageType } from '../../../src/domain/messages/message.ts';
import type { MessageDetails, UnsupportedReason } from '../../../src/domain/messages/message-details.ts';
import type { PresenceState } from '../../../src/domain/chats/presence.ts';
import type { RestrictionKind } from '../../../src/domain/instances/restriction.ts';
import type { Capability } from '../../../src/network/capabilities/capabilities.ts';
import type { TestGateway } from '../../support/gateway.ts';

/** A network the contract is tested on, before it is started. */
export interface NetworkUnderTest {
	name: string;
	/** The connect method of its instances. */
	method: ConnectMethod;
	/** The capabilities its driver declares for that method. */
	capabilities: ReadonlySet<Capability>;
	/** The clock of a gateway, and a function that expires its current QR code; null on networks without QR codes. */
	expiringCodes: (() => { clock: Clock; expire: () => void }) | null;
	/** The reasons for which it rejects a message, each once. */
	rejections: readonly Rejection[];
	/** The reasons for which an accepted message fails later. */
	failures: readonly LaterFailure[];
	/** Optional occurrences that its other end can produce; absent: none. */
	supports?: ReadonlySet<Occurrence>;
	start(): Promise<NetworkWorld>;
}

export type Occurrence =
	/** People whose phone number the network hides: NetworkWorld.withoutNumber. */
	| 'people_without_numbers'
	/** Replies: WrittenMessage.replyTo. */
	| 'replies'
	/** Messages that cannot be shown: OtherEnd.writeUnsupported. */
	| 'unsupported_messages'
	/** Messages whose content arrives later: OtherEnd.writeWithoutContent. */
	| 'content_that_comes_later'
	/** Kinds of messages that people can write: WrittenMessage.details, or a file. */
	| 'locations'
	| 'live_locations'
	| 'contact_cards'
	| 'polls'
	| 'orders'
	| 'button_replies'
	| 'list_replies'
	| 'flow_replies'
	| 'voice_notes'
	| 'stickers'
	| 'mentions'
	| 'forwarded_messages'
	| 'ephemeral_messages'
	| 'referrals'
	/** A phone number or a username that the network reveals later: OtherEnd.reveal. */
	| 'revealed_numbers';

export interface Rejection {
	what: string;
	code: FailureCode;
	/** Prepares the rejection of the next message to the returned number. */
	prepare: (world: NetworkWorld) => Promise<string>;
}

export interface LaterFailure {
	what: string;
	code: FailureCode;
	/** Fails a message that has reached a phone. */
	trigger: (end: OtherEnd, message: PhoneMessage) => Promise<void>;
}

/** A running network. */
export interface NetworkWorld {
	/** The settings of a gateway on this network. */
	settings: Readonly<Record<string, string>>;
	/** The body of a connect request, and of one that the network rejects; null: there is none. */
	connectRequest: Readonly<Record<string, string>>;
	wrongRequest: Readonly<Record<string, string>> | null;
	/** Returns the number of somebody on the network; another one each time. */
	person(): string;
	/**
	 * Returns the id of somebody whose phone number the network hides (…@lid, …@bsuid); another one each time. It is
	 * valid wherever the other end takes a phone number.
	 */
	withoutNumber?(): string;
	/** Returns a number that is not on the network. */
	nobody(): string;
	/** The numbers of somebody with a public profile and of somebody with a private one. */
	profiles: { open: string; closed: string };
	/** Returns the other end of an instance: its own phone and those of others. */
	endOf(gateway: TestGateway, instanceId: string): OtherEnd;
	close(): Promise<void>;
}

/** Actions of the people at the other end of an instance, and what they see. */
export interface OtherEnd {
	/**
	 * Completes the connection as a person would: scans the QR code, or enters the gateway's webhook at the operator.
	 */
	complete(qrCode: string | null): Promise<void>;
	/** The owner ends the session on the network; returns the reason the gateway reports. */
	endSession(): Promise<DisconnectReason>;
	/** Breaks the connection. */
	drop(): Promise<void>;
	/** Makes the network reject the next message as overloaded. */
	overload(): Promise<void>;
	/** Sends a message to the instance. */
	write(message: WrittenMessage): Promise<void>;
	/** Sends a message that cannot be shown; returns the reason the gateway reports. */
	writeUnsupported?(from: string): Promise<UnsupportedReason>;
	/** Sends a message without its content; the returned function delivers the content. */
	writeWithoutContent?(message: WrittenMessage): Promise<() => Promise<void>>;
	/** The owner of the phone writes on it to a person; networks with the capability `echoes`. */
	writeOnPhone?(to: string, text: string): Promise<void>;
	/** A person reacts to a message of the instance; null takes the reaction back. Capability `received_reactions`. */
	react?(message: PhoneMessage, emoji: string | null): Promise<void>;
	/** A person edits the last message that they wrote to the instance. Capability `received_edits`. */
	editLast?(from: string, text: string): Promise<void>;
	/** Another person tries to edit that message. Capability `received_edits`, where the network lets them try. */
	editAsStranger?(author: string, text: string): Promise<void>;
	/** A person deletes the last message that they wrote to the instance. Capability `received_deletions`. */
	deleteLast?(from: string): Promise<void>;
	/** A person selects these options in a poll of the instance. Capability `received_votes`. */
	vote?(message: PhoneMessage, options: readonly string[]): Promise<void>;
	/** The network reveals the phone number of somebody from NetworkWorld.withoutNumber(). */
	reveal?(id: string, phone: string): Promise<void>;
	/** Resolves with the newest message of this type once the phone has it. */
	receivedKind?(phone: string, type: MessageType): Promise<PhoneMessage>;
	/** The present content of a message on the phone. */
	sees?(message: PhoneMessage): Promise<SeenMessage>;
	/** Delivers the last message again, as networks do without an acknowledgement. */
	repeatLast(): Promise<void>;
	/** Resolves with the message of this text, caption or file name once the phone has it. */
	received(phone: string, text: string): Promise<PhoneMessage>;
	/** Sends receipts for a message, several in one notification, in this order. */
	receipts(message: PhoneMessage, ...steps: readonly ('delivered' | 'read')[]): Promise<void>;
	/** Whether the phone shows its messages as read, and whether it has shown typing. */
	seesRead(phone: string): Promise<boolean>;
	seesTyping(phone: string): Promise<boolean>;
	/** Creates a group with the instance as a member; returns its JID. */
	startGroup(owner: string, name: string): Promise<string>;
	/** Another admin removes the instance from a group. */
	leaveGroup(groupId: string): Promise<void>;
	/** The present state of a group on the network. Capability `group_settings`, as the next three. */
	seesGroup?(groupId: string): Promise<SeenGroup>;
	/** An admin of a group shares its invite link, as a link or a code; also of one that the instance has left. */
	inviteTo?(groupId: string): Promise<string>;
	/** A person tries to join a group by an invite. Resolves with false when the network says that it is not valid. */
	joinByInvite?(person: string, invite: string): Promise<boolean>;
	/** An admin changes settings of a group, or its picture. Capability `received_group_changes`, as the next. */
	changeGroup?(by: string, groupId: string, changes: GroupSettings & { picture?: Buffer }): Promise<void>;
	/** An admin changes participants of a group, or a person (`by`, the one participant) leaves it. */
	changeMembers?(
		by: string,
		groupId: string,
		action: Exclude<ParticipantChange, 'join'>,
		people: readonly string[],
	): Promise<void>;
	/** The owner changes the chat with a person on the phone. Capability `chat_changes`, as the next. */
	changeChatOnPhone?(person: string, changes: ChatChanges): Promise<void>;
	/** The present state of a chat on the account's phone. */
	seesChat?(person: string): Promise<Required<ChatChanges>>;
	/** Whether the network has the person as blocked by the account. Capability `blocking`. */
	hasBlocked?(person: string): Promise<boolean>;
	/** The account's profile as others see it. Capability `profile_changes`. */
	seesProfile?(): Promise<{ name: string | null; about: string | null; hasPicture: boolean }>;
	/** A person goes online or offline, or types or records in the chat with the instance. Capability `presence`. */
	showPresence?(person: string, state: PresenceState): Promise<void>;
	/** A person calls the account. Capability `calls`. */
	call?(person: string, video: boolean): Promise<void>;
	/** Whether the last call of a person was rejected. Capability `call_rejection`. */
	seesRejection?(person: string): Promise<boolean>;
	/** The network restricts the account. `until`: epoch milliseconds. Capability `restrictions`, as the next. */
	restrict?(restriction: { kind: RestrictionKind; until: number | null }): Promise<void>;
	/** The network ends the restriction of the account. */
	liftRestriction?(): Promise<void>;
	/**
	 * The owner of the phone with this number types a pairing code on it. Resolves with false when the network says that
	 * the code is wrong. Capability `pairing_codes`.
	 */
	enterPairingCode?(phone: string, code: string): Promise<boolean>;
	/** Delivers conversations from before the link; returns the number of messages. */
	syncHistory(): Promise<number>;
}

/** A group as the network has it. */
export interface SeenGroup {
	name: string;
	description: string | null;
	announce: boolean;
	restrict: boolean;
	hasPicture: boolean;
	/** The phone numbers of its participants, the instance's among them. */
	participants: readonly string[];
}

/** A message that a person sends. */
export interface WrittenMessage {
	from: string;
	name?: string;
	/** In a group; absent: to the instance alone. */
	groupId?: string;
	/** The message of the instance that it quotes. */
	replyTo?: PhoneMessage;
	/** The text, or the caption of the file. */
	text?: string;
	/** The parts beside the text; the text is absent where the kind has none. */
	details?: MessageDetails;
	file?: { type: MediaType; mimeType: string; bytes: Buffer };
}

/** A message of the instance as the receiving phone shows it. */
export interface PhoneMessage {
	/** The id on the network. */
	id: string;
	phone: string;
	type: MessageType;
	/** Of a text. */
	text: string | null;
	caption: string | null;
	filename: string | null;
	/** SHA-256 of the file, lowercase hexadecimal. */
	sha256: string | null;
	/** The id of the quoted message on the network. */
	replyTo: string | null;
	/** The parts beside the text, as far as a phone shows them. */
	details?: MessageDetails;
}

/** A message of the instance on a phone, with what the instance did to it later. */
export interface SeenMessage {
	/** Null: it was deleted. */
	text: string | null;
	/** The instance's reaction. */
	reaction: string | null;
}
