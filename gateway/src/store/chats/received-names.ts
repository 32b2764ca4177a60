import type { InstanceId } from '../../domain/ids.ts';
import type { MessageRow } from '../schema.ts';

/** What a network calls a message that arrived: identifiers are unique only for one sender in one chat. */
export interface ReceivedName {
	instanceId: InstanceId;
	networkId: string;
	source: { chat: string; sender: string };
}

/** The text two names have alike when they name the same message. */
export function keyOfName({ instanceId, networkId, source }: ReceivedName): string {
	return JSON.stringify([instanceId, networkId, source.chat, source.sender]);
}

type NameColumns = Pick<
	MessageRow,
	'instance_id' | 'provider_message_id' | 'provider_chat_id' | 'provider_sender_id'
>;

/** What its network calls a stored message. */
export function nameOf(row: NameColumns): ReceivedName {
	const source = { chat: row.provider_chat_id, sender: row.provider_sender_id };
	return { instanceId: row.instance_id, networkId: row.provider_message_id ?? '', source };
}
