import type { FileType } from './content.ts';
import { withFalseMetadata, type FileLies } from '../media/file-lies.ts';
import { putFile } from '../media/files.ts';
import { LIDS } from '../wire/jid.ts';
import type { MediaBehavior } from '../media/media-behavior.ts';
import { jidOf } from './people.ts';
import type { Content, Context } from '../wire/wire.ts';
import { personByPhone, type World } from '../world.ts';

const REVOKE = 0;
const EDIT = 14;

/** A message for a phone to send; one of its kinds. */
export interface ToSend {
	text?: string;
	/** The whole message, as base64 of its bytes. */
	bytes?: string;
	/** The quoted message: its id, the phone of its sender, and its chat if that is another one. */
	quoted?: { id: string; from: string; text?: string; chat?: string };
	file?: FileToSend;
	location?: { latitude: number; longitude: number; name?: string; address?: string };
	contact?: { name: string; vcard: string };
	reaction?: { id: string; chat: string; fromMe: boolean; emoji: string };
	poll?: { question: string; options: string[] };
	/** A new text for a message of its own. */
	edit?: { id: string; text: string };
	/** Revokes a message of its own. */
	revoke?: { id: string };
	/** The wrapper of the message. */
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
	/** False metadata of the file. */
	lies?: FileLies;
	/** The behavior of the file's downloads. */
	behavior?: Omit<MediaBehavior, 'path'>;
}

/** Returns the message to send, and uploads its file to the media host. */
export function contentToSend(world: World, input: ToSend): Content {
	const message = bareContent(world, input);
	if (input.wrapped === 'ephemeral') return { ephemeralMessage: { message } };
	return input.wrapped === 'viewOnce' ? { viewOnceMessageV2: { message } } : message;
}

function bareContent(world: World, input: ToSend): Content {
	const { text, bytes, quoted, file, location, contact, reaction, poll, edit, revoke } = input;
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
			key: ownKey(edit.id),
			editedMessage: { conversation: edit.text },
			timestampMs: Date.now(),
		};
		return { editedMessage: { message: { protocolMessage } } };
	}
	if (revoke !== undefined) return { protocolMessage: { type: REVOKE, key: ownKey(revoke.id) } };
	if (text === undefined) throw new Error('Tell what to send, such as a text or a file.');
	return quoted === undefined ? { conversation: text } : { extendedTextMessage: { text, ...context } };
}

function fileContent(world: World, input: FileToSend, context: { contextInfo?: Context }): Content {
	const { type, mimeType, base64, caption, filename, voice, lies, behavior } = input;
	const stored = putFile(world, type, Buffer.from(base64, 'base64'));
	if (behavior !== undefined) world.mediaBehaviors.unshift({ ...behavior, path: stored.directPath });
	const message = {
		...withFalseMetadata(stored, lies ?? {}),
		mimetype: mimeType,
		mediaKeyTimestamp: Math.floor(Date.now() / 1000),
		...(caption === undefined ? {} : { caption }),
		...(filename === undefined ? {} : { fileName: filename, title: filename }),
		...(voice === undefined ? {} : { ptt: voice }),
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

function contextOf(world: World, quoted: NonNullable<ToSend['quoted']>): Context {
	const person = personByPhone(world, quoted.from);
	return {
		stanzaId: quoted.id,
		...(quoted.chat === undefined ? {} : { remoteJid: quoted.chat }),
		...(person === null ? {} : { participant: jidOf(person, LIDS) }),
		quotedMessage: { conversation: quoted.text ?? '' },
	};
}
