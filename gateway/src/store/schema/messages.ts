import type { Generated } from 'kysely';
import type { InstanceId, MediaId, MessageId } from '../../domain/ids.ts';
import type {
	FailureCode,
	MediaType,
	MessageDirection,
	MessageType,
	StoredMessageStatus,
} from '../../domain/messages/message.ts';
import type { ActorName } from '../../domain/access/user.ts';
import type { Flag, JsonText, Time } from './column-types.ts';

export interface MessageTable {
	id: MessageId;
	instance_id: InstanceId;
	chat_id: string;
	direction: MessageDirection;
	type: MessageType;
	content: string;
	/** Phone number of the sender of an inbound message, where the network reveals it. */
	sender: string | null;
	/** Id of the sender of an inbound message in the API: `<phone>@s.whatsapp.net`, a LID, or a BSUID. */
	sender_id: string | null;
	/** Phone number an outbound message is sent to, or the id of its chat. */
	recipient: string | null;
	quoted_message_id: string | null;
	metadata: JsonText | null;
	status: StoredMessageStatus;
	/** The network's id of the message; together with the next two columns it identifies a repeated inbound message. */
	provider_message_id: string | null;
	/** The network's ids of the chat and the sender of an inbound message; empty for an outbound one. */
	provider_chat_id: Generated<string>;
	provider_sender_id: Generated<string>;
	/** When the gateway queued the message, or the network received it. */
	created_at: Time;
	sent_at: Time | null;
	delivered_at: Time | null;
	read_at: Time | null;
	failed_at: Time | null;
	error_code: FailureCode | null;
	error_message: string | null;
	/** The source of an outbound media message's file: a URL, or the mediaUrl of an upload. */
	media_url: string | null;
	/** Path of the stored file in the media folder; null until it is stored, and for a message without a file. */
	media_file: string | null;
	mime_type: string | null;
	filename: string | null;
	caption: string | null;
	/** The template of a template message, as JSON. */
	template: JsonText | null;
	/** JSON of MessageDetails. */
	details: JsonText | null;
	/** When an event reports the message even though its content is missing; null: no such event is due. */
	report_at: Time | null;
	/** When a scheduled message is due; null: the client asked to send it at once. */
	send_at: Time | null;
	/** Whether it is sent although a person owns the chat: the client asked for it, or the person wrote it. */
	forced: Generated<Flag>;
	/** When the text was last edited; null: never. The texts before are in message_edits. */
	edited_at: Time | null;
	/** When the message was deleted for everyone; its content and file are removed then. */
	deleted_at: Time | null;
	/** The id of the person who deleted it. */
	deleted_by: string | null;
	/**
	 * How often the message may have been sent to a network that does not recognise repeated messages; -1: it may have
	 * been sent to one that does.
	 */
	send_attempts: Generated<number>;
	/** The origin of a message that is neither of a request nor a new message of the network; null: it is one of these. */
	origin: MessageOrigin | null;
}

/** `phone`: the account's owner wrote it on the phone; `past`: it is from before the instance was linked. */
export type MessageOrigin = 'phone' | 'past';

/** The latest reaction of a person to a message. */
export interface MessageReactionTable {
	message_id: MessageId;
	/** The id of the person; of the account itself where from_me is 1. */
	sender_id: string;
	from_me: Flag;
	/** Null: the person took the reaction back. */
	emoji: string | null;
	reacted_at: Time;
}

/** A text of a message before an edit. */
export interface MessageEditTable {
	message_id: MessageId;
	/** 1 for the first edit. */
	number: number;
	/** The text that the edit replaced. */
	content: string;
	/** When the edit replaced it. */
	edited_at: Time;
}

/** The latest vote of a person in a poll. */
export interface PollVoteTable {
	message_id: MessageId;
	/** The id of the person; of the account itself where from_me is 1. */
	voter_id: string;
	from_me: Flag;
	/** JSON array of the selected options; empty: the person took the vote back. */
	options: JsonText;
	voted_at: Time;
}

/** A file that a client uploaded to send it later. */
export interface UploadTable {
	id: MediaId;
	/** Path of the stored file in the media folder. */
	file: string;
	media_type: MediaType;
	mime_type: string;
	filename: string | null;
	/** Bytes. */
	size: number;
	/**
	 * The caller that uploaded it; null: an earlier version of the gateway stored it, which did not record the caller.
	 * Callers that are limited to some instances can send only their own uploads.
	 */
	actor: string | null;
	created_at: Time;
}

/** The first response to a request with an Idempotency-Key. */
export interface IdempotencyKeyTable {
	/** The caller that made the request. */
	actor: ActorName;
	key: string;
	/** SHA-256 of the request, lowercase hexadecimal. */
	request_hash: string;
	response: JsonText;
	created_at: Time;
}
