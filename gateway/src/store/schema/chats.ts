import type { InstanceId, MessageId, NoteId } from '../../domain/ids.ts';
import type { Generated } from 'kysely';
import type { Flag, Time } from './column-types.ts';

export interface ChatTable {
	instance_id: InstanceId;
	id: string;
	/** Null for a group, and for a person whose phone number the network does not reveal. */
	phone: string | null;
	contact_name: string | null;
	/** The name with its case folded, for searches. */
	search_name: string | null;
	is_group: Flag;
	unread_count: number;
	/** Whether unread_count is above 0: chats with unread messages have an index of their own. */
	has_unread: Flag;
	last_message_id: MessageId;
	last_message_at: Time;
	created_at: Time;
	archived: Generated<Flag>;
	pinned: Generated<Flag>;
	/** Whether it is marked as unread, whatever its count of unread messages. */
	marked_unread: Generated<Flag>;
	/** Null: not muted. */
	muted_until: Time | null;
}

/** How many chats an instance has; triggers of the database update it. */
export interface ChatCountTable {
	instance_id: InstanceId;
	chats: number;
}

export interface ContactTable {
	instance_id: InstanceId;
	/** The id of the person, and of the chat with them. */
	id: string;
	/** Null: the network does not reveal it. */
	phone: string | null;
	username: string | null;
	/** The name that the account's owner saved. */
	saved_name: string | null;
	/** The name that the person chose. */
	name: string | null;
	/** The name that the contact is shown by, or the phone number or id where there is none, with its case folded. */
	sort_name: string;
	profile_pic_url: string | null;
	about: string | null;
	is_business: Flag;
	is_blocked: Flag;
}

/** An earlier id of a person, which stays valid: the network revealed that both ids belong to one person. */
export interface PersonIdTable {
	instance_id: InstanceId;
	id: string;
	/** The id that is used now; never itself an earlier id. */
	current_id: string;
}

/** A chat that a person took at some time. Locking its row orders sends and the person's messages in the chat. */
export interface ChatOwnerTable {
	instance_id: InstanceId;
	chat_id: string;
	/** Until when a person owns the chat; in the past, or null: the bot owns it. */
	owned_until: Time | null;
	/** When the bot last got it back; null: never. */
	released_at: Time | null;
}

/** A note that people and workflows leave for each other in a chat. The network never receives it. */
export interface ChatNoteTable {
	id: NoteId;
	instance_id: InstanceId;
	chat_id: string;
	text: string;
	/** The id of the person or the API key. */
	author_id: string;
	/** The name of the person or the key when the note was written. */
	author_name: string;
	created_at: Time;
}
