import type { FileType } from '../content.ts';
import { withFalseMetadata, type FileLies } from '../../media/file-lies.ts';
import { putFile } from '../../media/files.ts';
import { LIDS } from '../../wire/jid.ts';
import type { MediaBehavior } from '../../media/media-behavior.ts';
import { jidOf, type Person } from '../people.ts';
import { newPollSecret, voteContent } from '../polls.ts';
import type { Content, Context } from '../../wire/wire.ts';
import { personByPhone, type World } from '../../world.ts';

const REVOKE = 0;
const EDIT = 14;
const ALBUM = 1;

/** A message for a phone to send; one of its kinds. */
export interface ToSend {
	text?: string;
	/** The whole message, as base64 of its bytes. */
	bytes?: string;
	/** The quoted message: its id, the phone of its sender, and its chat if that is another one. */
	quoted?: { id: string; from: string; text?: string; chat?: string };
	file?: FileToSend;
	location?: { latitude: number; longitude: number; name?: string; address?: string; live?: boolean };
	contact?: { name: string; vcard: string };
	contacts?: { name: string; vcard: string }[];
	reaction?: { id: string; chat: string; fromMe: boolean; emoji: string; author?: string };
	poll?: { question: string; options: string[]; selectable?: number };
	/**
	 * A vote in a poll by the account, or by a person with this phone; with `wrongKey` it is encrypted with another key.
	 */
	vote?: { id: string; options: string[]; author: string; wrongKey?: boolean };
	order?: { items: number; total: number; currency: string; note?: string };
	/** A choice of a button, of a list, or the end of a flow. */
	reply?: { kind: 'button' | 'list' | 'flow'; id: string; title: string; data?: object };
	/** A new text for a message of its own, or for one that has this id and another author. */
	edit?: { id: string; text: string };
	/** Revokes a message: of its own, or as an admin the one of a person with this phone. */
	revoke?: { id: string; author?: string };
	/** The wrapper of the message. */
	wrapped?: 'ephemeral' | 'viewOnce';
	/** The album that a file belongs to. */
	album?: { id: string };
	/** Further properties of a text or a file. */
	mentions?: string[];
	forwarded?: boolean;
	/** Seconds after which it disappears. */
	expiration?: number;
	advertisement?: { id: string; url?: string; title?: string; text?: string };
}

export interface FileToSend {
	type: FileType;
	mimeType: string;
	base64: string;
	caption?: string;
	filename?: string;
	/** A voice note. */
	voice?: boolean;
	seconds?: number;
	/** False metadata of the file. */
	lies?: FileLies;
	/** The behavior of the file's downloads. */
	behavior?: Omit<MediaBehavior, 'path'>;
}

/** Returns the message to send, and uploads its file to the media host. */
export function contentToSend(world: World, from: Person, input: ToSend): Content {
	const message = { ...bareContent(world, from, input), ...contextInfoOf(input) };
	if (input.wrapped === 'ephemeral') return { ephemeralMessage: { message } };
	return input.wrapped === 'viewOnce' ? { viewOnceMessageV2: { message } } : message;
}

function bareContent(world: World, from: Person, input: ToSend): Content {
	const { text, bytes, file, reaction, vote, edit, revoke } = input;
	const context = contextOf(world, input);
	if (bytes !== undefined) return { bytes: Buffer.from(bytes, 'base64') };
	if (file !== undefined) return fileContent(world, file, context);
	if (reaction !== undefined) {
		const { id, chat, fromMe, emoji, author } = reaction;
		const key = { id, remoteJid: chat, fromMe, ...participantOf(world, author) };
		return { reactionMessage: { key, text: emoji } };
	}
	if (vote !== undefined) {
		const { id, author, options, wrongKey } = vote;
		const key = { id, remoteJid: '', fromMe: author === from.phone, ...participantOf(world, author) };
		return voteContent(world, from, {
			key,
			options,
			...(wrongKey === true ? { secret: newPollSecret() } : {}),
		});
	}
	if (edit !== undefined) {
		const protocolMessage = {
			type: EDIT,
			key: ownKey(edit.id),
			editedMessage: { conversation: edit.text },
			timestampMs: Date.now(),
		};
		return { editedMessage: { message: { protocolMessage } } };
	}
	if (revoke !== undefined) {
		const { id, author } = revoke;
		const key = author === undefined ? ownKey(id) : { id, fromMe: false, remoteJid: '' };
		return { protocolMessage: { type: REVOKE, key: { ...key, ...participantOf(world, author) } } };
	}
	const kind = kindContent(input);
	if (kind !== null) return kind;
	if (text === undefined) throw new Error('Tell what to send, such as a text or a file.');
	return Object.keys(context).length === 0
		? { conversation: text }
		: { extendedTextMessage: { text, ...context } };
}

/** The content of the kinds that have neither a file nor a text. */
function kindContent({ location, contact, contacts, poll, order, reply }: ToSend): Content | null {
	if (location !== undefined) {
		const { latitude, longitude, live, ...more } = location;
		const position = { degreesLatitude: latitude, degreesLongitude: longitude };
		return live === true ? { liveLocationMessage: position } : { locationMessage: { ...position, ...more } };
	}
	if (contact !== undefined) return { contactMessage: { displayName: contact.name, vcard: contact.vcard } };
	if (contacts !== undefined) {
		const cards = contacts.map(({ name, vcard }) => ({ displayName: name, vcard }));
		return { contactsArrayMessage: { displayName: `${contacts.length} contacts`, contacts: cards } };
	}
	if (poll !== undefined) {
		const { question, options, selectable = 1 } = poll;
		const message = {
			name: question,
			options: options.map((optionName) => ({ optionName })),
			selectableOptionsCount: selectable,
		};
		return selectable === 1 ? { pollCreationMessageV3: message } : { pollCreationMessage: message };
	}
	if (order !== undefined) {
		const { items, total, currency, note } = order;
		return {
			orderMessage: {
				orderId: '1',
				itemCount: items,
				totalAmount1000: total * 1000,
				totalCurrencyCode: currency,
				...(note === undefined ? {} : { message: note }),
			},
		};
	}
	return reply === undefined ? null : replyContent(reply);
}

function replyContent({ kind, id, title, data = {} }: NonNullable<ToSend['reply']>): Content {
	switch (kind) {
		case 'button':
			return { buttonsResponseMessage: { selectedButtonId: id, selectedDisplayText: title } };
		case 'list':
			return { listResponseMessage: { title, singleSelectReply: { selectedRowId: id } } };
		case 'flow': {
			const nativeFlowResponseMessage = { name: 'flow', paramsJson: JSON.stringify(data) };
			return { interactiveResponseMessage: { body: { text: title }, nativeFlowResponseMessage } };
		}
	}
}

/** The context of the content: the key of a poll, the album of a file. */
function contextInfoOf({ poll, album }: ToSend): Pick<Content, 'messageContextInfo'> {
	if (poll !== undefined) return { messageContextInfo: { messageSecret: newPollSecret() } };
	if (album === undefined) return {};
	const parentMessageKey = { id: album.id, fromMe: true, remoteJid: '' };
	return { messageContextInfo: { messageAssociation: { associationType: ALBUM, parentMessageKey } } };
}

function participantOf(world: World, phone: string | undefined): { participant?: string } {
	const person = phone === undefined ? null : personByPhone(world, phone);
	return person === null ? {} : { participant: jidOf(person, LIDS) };
}

function fileContent(world: World, input: FileToSend, context: { contextInfo?: Context }): Content {
	const { type, mimeType, base64, caption, filename, voice, seconds, lies, behavior } = input;
	const stored = putFile(world, type, Buffer.from(base64, 'base64'));
	if (behavior !== undefined) world.mediaBehaviors.unshift({ ...behavior, path: stored.directPath });
	const message = {
		...withFalseMetadata(stored, lies ?? {}),
		mimetype: mimeType,
		mediaKeyTimestamp: Math.floor(Date.now() / 1000),
		...(caption === undefined ? {} : { caption }),
		...(filename === undefined ? {} : { fileName: filename, title: filename }),
		...(voice === undefined ? {} : { ptt: voice }),
		...(seconds === undefined ? {} : { seconds }),
		...context,
	};
	// Phones wrap a document with a caption.
	return type === 'document' && caption !== undefined
		? { documentWithCaptionMessage: { message: { documentMessage: message } } }
		: { [`${type}Message`]: message };
}

/** The key of a message of the phone's own. */
function ownKey(id: string) {
	return { id, fromMe: true, remoteJid: '' };
}

function contextOf(world: World, input: ToSend): { contextInfo?: Context } {
	const { quoted, mentions, forwarded, expiration, advertisement } = input;
	const contextInfo: Context = {
		...(quoted === undefined ? {} : quotedContext(world, quoted)),
		...(mentions === undefined ? {} : { mentionedJid: mentions }),
		...(forwarded === true ? { isForwarded: true, forwardingScore: 1 } : {}),
		...(expiration === undefined ? {} : { expiration }),
		...(advertisement === undefined ? {} : { externalAdReply: adOf(advertisement) }),
	};
	return Object.keys(contextInfo).length === 0 ? {} : { contextInfo };
}

function adOf({ id, url, title, text }: NonNullable<ToSend['advertisement']>) {
	return {
		sourceType: 'ad',
		sourceId: id,
		...(url === undefined ? {} : { sourceUrl: url }),
		...(title === undefined ? {} : { title }),
		...(text === undefined ? {} : { body: text }),
	};
}

function quotedContext(world: World, quoted: NonNullable<ToSend['quoted']>): Context {
	const person = personByPhone(world, quoted.from);
	return {
		stanzaId: quoted.id,
		...(quoted.chat === undefined ? {} : { remoteJid: quoted.chat }),
		...(person === null ? {} : { participant: jidOf(person, LIDS) }),
		quotedMessage: { conversation: quoted.text ?? '' },
	};
}
