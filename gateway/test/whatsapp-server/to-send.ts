import type { FileType } from './content.ts';
import { putFile } from './files.ts';
import { LIDS } from './jid.ts';
import { nameOn } from './people.ts';
import type { Content, Context } from './wire.ts';
import { personOf, type World } from './world.ts';

/** What a phone is told to send; one of its kinds. */
export interface ToSend {
	text?: string;
	/** What it answers to: a message, and the phone of who sent it. */
	quoted?: { id: string; from: string; text?: string };
	file?: {
		type: FileType;
		mimeType: string;
		base64: string;
		caption?: string;
		filename?: string;
		voice?: boolean;
	};
	location?: { latitude: number; longitude: number; name?: string; address?: string };
	contact?: { name: string; vcard: string };
	reaction?: { id: string; chat: string; fromMe: boolean; emoji: string };
}

/** The message a phone sends; its file lies at the media host then. */
export function contentToSend(world: World, told: ToSend): Content {
	const { text, quoted, file, location, contact, reaction } = told;
	const contextInfo = quoted === undefined ? null : contextOf(world, quoted);
	const context = contextInfo === null ? {} : { contextInfo };
	if (file !== undefined) {
		const { type, mimeType, base64, caption, filename, voice } = file;
		const message = {
			...putFile(world, type, Buffer.from(base64, 'base64')),
			mimetype: mimeType,
			mediaKeyTimestamp: Math.floor(Date.now() / 1000),
			...(caption === undefined ? {} : { caption }),
			...(filename === undefined ? {} : { fileName: filename, title: filename }),
			...(voice === undefined ? {} : { ptt: voice }),
			...context,
		};
		// A document with a caption is wrapped, as phones do it.
		if (type === 'document' && caption !== undefined) {
			return { documentWithCaptionMessage: { message: { documentMessage: message } } };
		}
		return { [`${type}Message`]: message };
	}
	if (location !== undefined) {
		const { latitude, longitude, ...more } = location;
		return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, ...more } };
	}
	if (contact !== undefined) return { contactMessage: { displayName: contact.name, vcard: contact.vcard } };
	if (reaction !== undefined) {
		const { id, chat, fromMe, emoji } = reaction;
		return { reactionMessage: { key: { id, remoteJid: chat, fromMe }, text: emoji } };
	}
	if (text === undefined) throw new Error('Tell what to send: a text, a file, a location, a contact.');
	return contextInfo === null ? { conversation: text } : { extendedTextMessage: { text, ...context } };
}

function contextOf(world: World, quoted: { id: string; from: string; text?: string }): Context {
	const person = personOf(world, quoted.from);
	return {
		stanzaId: quoted.id,
		...(person === null ? {} : { participant: nameOn(person, LIDS) }),
		quotedMessage: { conversation: quoted.text ?? '' },
	};
}
