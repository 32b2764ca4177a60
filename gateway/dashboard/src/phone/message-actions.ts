import type { ManualPhone, PhoneChat } from '../api/types.ts';
import type { InteractiveOption } from '../components/message/interactive-parts.ts';
import {
	deleteOnPhone as requestDeletion,
	editOnPhone as requestEdit,
	reactOnPhone,
	voteOnPhone,
	pressOnPhone,
} from './api.ts';

/** A message that somebody acts on with a phone. */
export interface Target {
	phone: ManualPhone;
	chat: PhoneChat;
	messageId: string;
	content: string;
	/** Whether it is the last message of its side: a recording can only act on that one. */
	isLast: boolean;
}

/** Sets the phone's reaction to a message; null takes it back. */
export async function react({ phone, chat, messageId }: Target, emoji: string | null): Promise<void> {
	await reactOnPhone(phone.number, chat, messageId, emoji);
}

/** Changes a text of the phone. */
export async function editOnPhone({ phone, chat, messageId }: Target, text: string): Promise<void> {
	await requestEdit(phone.number, chat, messageId, text);
}

/** Deletes a message of the phone for everyone. */
export async function deleteOnPhone({ phone, chat, messageId }: Target): Promise<void> {
	await requestDeletion(phone.number, chat, messageId);
}

/** Votes in a poll; `options`: all that are selected now. */
export async function vote({ phone, chat, messageId }: Target, options: readonly string[]): Promise<void> {
	await voteOnPhone(phone.number, chat, messageId, options);
}

/** Taps a button or an entry of a list, or completes a form. */
export async function press(
	{ phone, chat, messageId }: Target,
	{ id, title }: InteractiveOption,
): Promise<void> {
	await pressOnPhone(phone.number, chat, messageId, id ?? title);
}
