import type { InstanceId } from '../../domain/ids.ts';
import type { MessageRow } from '../schema.ts';

/** Identifies a received message by the network's ids: a message id is unique only for one sender in one chat. */
export interface ProviderMessageKey {
	instanceId: InstanceId;
	networkId: string;
	source: { chat: string; sender: string };
}

/** The key as a text, for maps. */
export function serialiseMessageKey({ instanceId, networkId, source }: ProviderMessageKey): string {
	return JSON.stringify([instanceId, networkId, source.chat, source.sender]);
}

type KeyColumns = Pick<
	MessageRow,
	'instance_id' | 'provider_message_id' | 'provider_chat_id' | 'provider_sender_id'
>;

/** The key of a stored message. */
export function messageKeyOf(row: KeyColumns): ProviderMessageKey {
	const source = { chat: row.provider_chat_id, sender: row.provider_sender_id };
	return { instanceId: row.instance_id, networkId: row.provider_message_id ?? '', source };
}
