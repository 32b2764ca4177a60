import { connectByQrCode, createInstance, getInstanceStatus } from '../api/instances.ts';
import { uploadFile } from '../api/messages.ts';
import type { ManualPhone, PhoneChat } from '../api/types.ts';
import type { StepKind } from '../../../../scenarios/src/format/scenario.ts';
import type { FileKind, KindFields } from '../components/compose/sent-kinds.ts';
import {
	blockInstance,
	changeGroup,
	putPhone,
	readOnPhone,
	scanCode,
	createGroup,
	typeOnPhone,
	writeOnPhone,
	type ChatKey,
} from './api.ts';
import { phoneChanged } from './phones.ts';
import { dataUrlOf, record } from './scenario/recorder.ts';

/** A message to reply to. */
export interface Quoted {
	messageId: string;
	content: string;
	/** Whether it is the last received message: a recording then needs not name it. */
	isLast: boolean;
}

/** Sends a text. Like every action of this file, it is added to a running recording once it has succeeded. */
export async function sendText(phone: ManualPhone, chat: PhoneChat, text: string, quoted: Quoted | null) {
	await writeOnPhone(phone.number, chat, { content: text, ...quotedField(quoted) });
	record(chat.instanceId, (name) =>
		quoted === null || quoted.isLast
			? { ...inChat('send', name(phone), chat), text, media: null, quotes: quoted !== null }
			: { ...inChat('reply', name(phone), chat), text, on: searched(quoted.content) },
	);
}

export async function sendFile(
	phone: ManualPhone,
	chat: PhoneChat,
	{ file, kind, caption, quoted }: { file: File; kind: FileKind; caption: string; quoted: Quoted | null },
) {
	const { mediaUrl, mediaType } = await uploadFile(file);
	await writeOnPhone(phone.number, chat, {
		type: kind === 'sticker' ? 'sticker' : mediaType,
		mediaUrl,
		...(kind === 'voice' ? { voice: true } : {}),
		...(caption === '' ? {} : { content: caption }),
		...quotedField(quoted),
	});
	const from = await dataUrlOf(file);
	record(chat.instanceId, (name) =>
		kind === 'file'
			? {
					...inChat('send', name(phone), chat),
					text: caption === '' ? null : caption,
					media: { from, type: mediaType },
					quotes: quoted?.isLast ?? false,
				}
			: { ...inChat(kind, name(phone), chat), media: { from, type: null } },
	);
}

/** Sends a location, a contact or a poll. */
export async function sendKind(
	phone: ManualPhone,
	chat: PhoneChat,
	fields: KindFields,
	quoted: Quoted | null,
): Promise<void> {
	await writeOnPhone(phone.number, chat, { ...fields, ...quotedField(quoted) });
	record(chat.instanceId, (name) => {
		if ('poll' in fields) return { ...inChat('poll', name(phone), chat), ...fields.poll };
		if ('location' in fields) {
			const { latitude, longitude, name: place = null, address = null } = fields.location;
			const at = { latitude, longitude, address, live: false };
			return { ...inChat('location', name(phone), chat), ...at, name: place };
		}
		const [
			{
				name: contact,
				phones: [number = null],
				emails: [email = null] = [],
			},
		] = fields.contacts;
		return { ...inChat('contact', name(phone), chat), name: contact, number, email };
	});
}

/** Reports typing. Errors are ignored: the next keystroke reports it again. */
export function showTyping(phone: ManualPhone, chat: PhoneChat): void {
	typeOnPhone(phone.number, chat).catch(() => undefined);
}

export async function readChat(phone: ManualPhone, chat: PhoneChat): Promise<void> {
	await readOnPhone(phone.number, chat);
	record(chat.instanceId, (name) => ({ step: 'read', phone: name(phone) }));
}

export async function setBlocked(phone: ManualPhone, instanceId: string, blocked: boolean): Promise<void> {
	phoneChanged(await blockInstance(phone.number, instanceId, blocked));
	record(instanceId, (name) => ({ step: blocked ? 'block' : 'unblock', phone: name(phone) }));
}

export async function setOnline(phone: ManualPhone, online: boolean): Promise<void> {
	phoneChanged(await putPhone(phone.number, { online }));
	record(null, (name) => ({ step: online ? 'online' : 'offline', phone: name(phone) }));
}

export async function joinGroup(phone: ManualPhone, instanceId: string, group: { id: string; name: string }) {
	await changeGroup(instanceId, group.id, 'add', phone.number);
	record(instanceId, (name) => ({ step: 'join', phone: name(phone), group: group.name, themselves: false }));
}

export async function leaveGroup(phone: ManualPhone, chat: PhoneChat & { groupId: string }): Promise<void> {
	await changeGroup(chat.instanceId, chat.groupId, 'remove', phone.number);
	record(chat.instanceId, (name) => ({
		step: 'leave',
		phone: name(phone),
		group: chat.name,
		themselves: false,
	}));
}

export async function makeGroup(
	phone: ManualPhone,
	group: { instanceId: string; name: string; others: readonly string[] },
): Promise<ChatKey> {
	const made = await createGroup(group.instanceId, phone.number, group.name, group.others);
	return { instanceId: group.instanceId, groupId: made.id };
}

/** Scans the QR code of an instance, after requesting one if there is none. */
export async function scanInstance(instanceId: string): Promise<void> {
	const { status } = await getInstanceStatus(instanceId);
	if (status === 'disconnected') await connectByQrCode(instanceId);
	await scanCode(instanceId);
	record(instanceId, () => ({ step: 'scan' }));
}

/** Creates an instance and connects it. */
export async function makeInstance(name: string): Promise<void> {
	const { id } = await createInstance({ name });
	await scanInstance(id);
}

function quotedField(quoted: Quoted | null): { quotedMessageId?: string } {
	return quoted === null ? {} : { quotedMessageId: quoted.messageId };
}

/** The fields that every step in a chat has. */
export function inChat<Kind extends StepKind>(step: Kind, phone: string, { groupId, name }: PhoneChat) {
	return { step, phone, group: groupId === null ? null : name };
}

/** Longest part of a text that a step looks for. */
const SEARCHED = 200;

/** The part of a message's text by which a step finds the message. */
export function searched(content: string): string {
	return content.slice(0, SEARCHED);
}
