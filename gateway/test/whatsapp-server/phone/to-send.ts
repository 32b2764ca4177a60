import type { FileType } from './content.ts';
import { liedAbout, type FileLies } from '../media/file-lies.ts';
import { putFile } from '../media/files.ts';
import { LIDS } from '../wire/jid.ts';
import type { MediaBehavior } from '../media/media-behavior.ts';
import { nameOn } from './people.ts';
import type { Content, Context } from '../wire/wire.ts';
import { personOf, type World } from '../world.ts';

const REVOKE = 0;
const EDIT = 14;

/** What a phone is told to send; one of its kinds. */
export interface ToSend {
	text?: string;
	/** The whole message, as base64 of its bytes. */
	bytes?: string;
	/** What it answers to: a message, the phone of who sent it, and its chat where that is another one. */
	quoted?: { id: string; from: string; text?: string; chat?: string };
	file?: FileToSend;
	location?: { latitude: number; longitude: number; name?: string; address?: string };
	contact?: { name: string; vcard: string };
	reaction?: { id: string; chat: string; fromMe: boolean; emoji: string };
	poll?: { question: string; options: string[] };
	/** Another text for a message of its own. */
	edit?: { id: string; text: string };
	/** A message of its own is taken back. */
	revoke?: { id: string };
	/** What the message is wrapped in. */
	wrapped?: 'ephemeral' | 'viewOnce';
}

export interface FileToSend {
	type: FileType;
	mimeType: string;
	base64: string;
	caption?: string;
	filename?: string;
	/** A voice message. */
	voice?: boolean;
	/** What the message says of the file, where it lies. */
	lies?: FileLies;
	/** How downloads of the file fare, where not as usual. */
	behavior?: Omit<MediaBehavior, 'path'>;
}

/** The message a phone sends; its file lies at the media host then. */
export function contentToSend(world: World, told: ToSend): Content {
	const message = bareContent(world, told);
	if (told.wrapped === 'ephemeral') return { ephemeralMessage: { message } };
	return told.wrapped === 'viewOnce' ? { viewOnceMessageV2: { message } } : message;
}

function bareContent(world: World, told: ToSend): Content {
	const { text, bytes, quoted, file, location, contact, reaction, poll, edit, revoke } = told;
	const context = quoted === undefined ? {} : { contextInfo: contextOf(world, quoted) };
	if (bytes !== undefined) return { bytes: Buffer.from(bytes, 'base64') };
	if (file !== undefined) return fileContent(world, file, context);
	if (location !== undefined) {
		const { latitude, longitude, ...more } = location;
		return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, ...more } };
	}
	if (contact !== undefined) return { contactMessage: { displayName: contact.name, vcard: contact.vcard } };
	if (reaction !== undefined) {
		const { id, chat, fromMe, emoji } = reaction;
		return { reactionMessage: { key: { id, remoteJid: chat, fromMe }, text: emoji } };
	}
	if (poll !== undefined) {
		const options = poll.options.map((optionName) => ({ optionName }));
		return { pollCreationMessageV3: { name: poll.question, options, selectableOptionsCount: 1 } };
	}
	if (edit !== undefined) {
		const protocolMessage = {
			type: EDIT,
			key: own(edit.id),
			editedMessage: { conversation: edit.text },
			timestampMs: Date.now(),
		};
		return { editedMessage: { message: { protocolMessage } } };
	}
	if (revoke !== undefined) return { protocolMessage: { type: REVOKE, key: own(revoke.id) } };
	if (text === undefined) throw new Error('Tell what to send, such as a text or a file.');
	return quoted === undefined ? { conversation: text } : { extendedTextMessage: { text, ...context } };
}

function fileContent(world: World, told: FileToSend, context: { contextInfo?: Context }): Content {
	const { type, mimeType, base64, caption, filename, voice, lies, behavior } = told;
	const stored = putFile(world, type, Buffer.from(base64, 'base64'));
	if (behavior !== undefined) world.mediaBehaviors.unshift({ ...behavior, path: stored.directPath });
	const message = {
		...liedAbout(stored, lies ?? {}),
		mimetype: mimeType,
		mediaKeyTimestamp: Math.floor(Date.now() / 1000),
		...(caption === undefined ? {} : { caption }),
		...(filename === undefined ? {} : { fileName: filename, title: filename }),
		...(voice === undefined ? {} : { ptt: voice }),
		...context,
	};
	// A document with a caption is wrapped, as phones do it.
	return type === 'document' && caption !== undefined
		? { documentWithCaptionMessage: { message: { documentMessage: message } } }
		: { [`${type}Message`]: message };
}

/** Names a message of the phone's own. */
function own(id: string) {
	return { id, fromMe: true, remoteJid: '' };
}

function contextOf(world: World, quoted: NonNullable<ToSend['quoted']>): Context {
	const person = personOf(world, quoted.from);
	return {
		stanzaId: quoted.id,
		...(quoted.chat === undefined ? {} : { remoteJid: quoted.chat }),
		...(person === null ? {} : { participant: nameOn(person, LIDS) }),
		quotedMessage: { conversation: quoted.text ?? '' },
	};
}
