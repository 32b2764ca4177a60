import { readFile } from 'node:fs/promises';
import type { AnyMessageContent, proto, WAMessage } from 'baileys';
import { isMediaType, type MediaType } from '../../../domain/messages/message.ts';
import type { ContactCard, Location, Poll } from '../../../domain/messages/message-details.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import type { MediaFile, OutgoingMessage, StoredMessage } from '../../network-message.ts';
import { ownPollSecret } from '../changes/poll-keys.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { accountOf } from '../identity/account.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isLid, jidOfPhone } from '../identity/jid.ts';
import { isDecodable } from './image-pixels.ts';
import { networkIdOf } from './message-id.ts';

/** Converts a message to WhatsApp's format, before encryption. Uploads its file. */
export async function outgoingContent(
	device: Device,
	connection: DeviceConnection,
	message: OutgoingMessage,
): Promise<proto.IMessage> {
	const { baileys, baileysLog, creds } = device;
	const networkId = networkIdOf(message.id);
	const content = await baileys.generateWAMessageContent(
		await baileysContent(message, () => ownPollSecret(creds, networkId)),
		{ logger: baileysLog, upload: connection.mediaHost.upload, jid: message.chatId },
	);
	addContext(baileys, content, message);
	const quoted = await quotedBy(device, connection, message);
	const ephemeralExpiration = await device.timers.timerOf(connection, message.chatId);
	const generated = baileys.generateWAMessageFromContent(message.chatId, content, {
		userJid: accountOf(device).id,
		messageId: networkId,
		...(quoted === null ? {} : { quoted }),
		...(ephemeralExpiration === 0 ? {} : { ephemeralExpiration }),
	});
	return generated.message ?? content;
}

async function baileysContent(
	message: OutgoingMessage,
	pollSecret: () => Buffer,
): Promise<AnyMessageContent> {
	const { type, content, media, template, location, contacts, poll } = message;
	if (template !== null) {
		throw new PermanentSendError({
			code: 'invalid_template_params',
			message:
				'Only the official API can send templates. Send a text instead, or use an instance that is connected through the official API.',
		});
	}
	if (location !== undefined) return { location: locationMessage(location) };
	if (contacts !== undefined) return { contacts: contactMessages(contacts) };
	if (poll !== undefined) return { poll: { ...pollContent(poll), messageSecret: pollSecret() } };
	if (isMediaType(type) && media !== null) return mediaContent(type, media, message.voice === true);
	// Without this, Baileys fetches the links in the text for a preview.
	return { text: content, linkPreview: null };
}

function locationMessage({
	latitude,
	longitude,
	name,
	address,
	url,
}: Location): proto.Message.ILocationMessage {
	return {
		degreesLatitude: latitude,
		degreesLongitude: longitude,
		...(name === null ? {} : { name }),
		...(address === null ? {} : { address }),
		...(url === null ? {} : { url }),
	};
}

function contactMessages(contacts: readonly ContactCard[]) {
	const displayName = contacts.length === 1 ? (contacts[0]?.name ?? '') : `${contacts.length} contacts`;
	return { displayName, contacts: contacts.map(({ name, vcard }) => ({ displayName: name, vcard })) };
}

function pollContent({ question, options, selectable }: Poll) {
	// Phones know polls with one answer and polls with any number, which is 0.
	return { name: question, values: [...options], selectableCount: selectable === 1 ? 1 : 0 };
}

async function mediaContent(
	type: MediaType,
	media: MediaFile,
	isVoiceNote: boolean,
): Promise<AnyMessageContent> {
	const { mimeType: mimetype } = media;
	const caption = media.caption === null ? {} : { caption: media.caption };
	const file = { url: media.path };
	switch (type) {
		case 'image':
			return { image: file, mimetype, ...(await thumbnailOf(media)), ...caption };
		case 'video':
			// Without this, Baileys starts ffmpeg for a thumbnail.
			return { video: file, mimetype, jpegThumbnail: '', ...caption };
		case 'audio':
			return { audio: file, mimetype: audioType(media), ptt: isVoiceNote };
		case 'document':
			return { document: file, mimetype, fileName: media.filename ?? 'file', ...caption };
		case 'sticker':
			return { sticker: file, mimetype };
	}
}

/** The thumbnail of an image; none where Baileys may make it. */
async function thumbnailOf({ path }: MediaFile): Promise<{ jpegThumbnail?: string }> {
	return isDecodable(await readFile(path)) ? {} : { jpegThumbnail: '' };
}

/** Adds the people that a message mentions, and that it is forwarded. */
function addContext(
	{ getContentType }: Device['baileys'],
	content: proto.IMessage,
	{ mentions = [], forwarded }: OutgoingMessage,
): void {
	const kind = getContentType(content);
	const part = kind === undefined ? undefined : content[kind];
	if (typeof part !== 'object' || part === null) return;
	const contextInfo: proto.IContextInfo = {
		...(mentions.length === 0 ? {} : { mentionedJid: [...mentions] }),
		...(forwarded === true ? { isForwarded: true, forwardingScore: 1 } : {}),
	};
	if (Object.keys(contextInfo).length > 0) Object.assign(part, { contextInfo });
}

/** Phones play OGG only where the type contains the Opus codec. */
function audioType({ mimeType }: MediaFile): string {
	return mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType;
}

/**
 * The quoted message, as far as phones need it; null: the message is no reply. Throws a PermanentSendError where the
 * quoted message is not on WhatsApp: without the quotation people could misunderstand the reply.
 */
async function quotedBy(
	device: Device,
	{ socket }: Pick<DeviceConnection, 'socket'>,
	{ quotedMessageId, chatId }: OutgoingMessage,
): Promise<WAMessage | null> {
	if (quotedMessageId === null) return null;
	const quoted = await device.context.messages.find(quotedMessageId);
	if (quoted?.networkId === null || quoted === null) {
		throw new PermanentSendError({
			code: 'network_error',
			message:
				'The message that this one replies to is not on WhatsApp: it failed, was not sent yet, or was removed. Send this one without quotedMessageId.',
		});
	}
	const isOwn = quoted.direction === 'outbound';
	return {
		// Without `fromMe`: for own messages Baileys would name the account's phone number, also in chats that use LIDs.
		key: { remoteJid: quoted.chatId, id: quoted.networkId },
		participant: isOwn ? await ownJid(device, socket, chatId) : senderOf(quoted),
		message: { conversation: quoted.content },
	};
}

/** The JID of the sender of a received message, as used in its chat. */
function senderOf({ chatId, source, from }: StoredMessage): string {
	if (!isGroupJid(chatId)) return chatId;
	return source?.sender ?? (from === null ? chatId : jidOfPhone(from));
}

/** The JID of the account in a chat: its LID where the chat uses LIDs. */
async function ownJid(device: Device, socket: DeviceConnection['socket'], chatId: string): Promise<string> {
	const { id, lid } = accountOf(device);
	const { jidNormalizedUser, WAMessageAddressingMode } = device.baileys;
	const usesLids = isGroupJid(chatId)
		? (await socket.groupMetadata(chatId)).addressingMode === WAMessageAddressingMode.LID
		: isLid(chatId);
	return jidNormalizedUser(usesLids && lid !== '' ? lid : id);
}
