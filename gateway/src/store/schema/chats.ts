import type { InstanceId, MessageId } from '../../domain/ids.ts';
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

/** An earlier id of a person, which goes on working: the network revealed that both ids are of one person. */
export interface PersonIdTable {
	instance_id: InstanceId;
	id: string;
	/** The id that is used now; never itself an earlier id. */
	current_id: string;
}
