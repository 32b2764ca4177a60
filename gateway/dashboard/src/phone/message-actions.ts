import { inChat, searched } from './actions.ts';
import { record } from './scenario/recorder.ts';
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
}

/** Sets the phone's reaction to a message; null removes it. */
export async function react(
	{ phone, chat, messageId, content }: Target,
	emoji: string | null,
): Promise<void> {
	await reactOnPhone(phone.number, chat, messageId, emoji);
	record(chat.instanceId, (name) => ({
		...inChat('react', name(phone), chat),
		emoji,
		on: searched(content),
	}));
}

/** Changes a text of the phone. */
export async function editOnPhone({ phone, chat, messageId, content }: Target, text: string): Promise<void> {
	await requestEdit(phone.number, chat, messageId, text);
	record(chat.instanceId, (name) => ({ ...inChat('edit', name(phone), chat), text, on: searched(content) }));
}

/** Deletes a message of the phone for everyone. */
export async function deleteOnPhone({ phone, chat, messageId, content }: Target): Promise<void> {
	await requestDeletion(phone.number, chat, messageId);
	record(chat.instanceId, (name) => ({ ...inChat('delete', name(phone), chat), on: searched(content) }));
}

/** Votes in a poll; `options`: all that are selected now. */
export async function vote(
	{ phone, chat, messageId, content }: Target,
	options: readonly string[],
): Promise<void> {
	await voteOnPhone(phone.number, chat, messageId, options);
	record(chat.instanceId, (name) => ({
		...inChat('vote', name(phone), chat),
		options,
		on: searched(content),
	}));
}

/** Taps a button or an entry of a list, or completes a form. */
export async function press(
	{ phone, chat, messageId, content }: Target,
	{ id, title }: InteractiveOption,
): Promise<void> {
	const option = id ?? title;
	await pressOnPhone(phone.number, chat, messageId, option);
	record(chat.instanceId, (name) => ({
		...inChat('press', name(phone), chat),
		option,
		on: searched(content),
	}));
}
