import type { AnyMessageContent, proto, WAMessage } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { MediaFile, OutgoingMessage, StoredMessage } from '../../driver.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { accountOf } from '../session/account.ts';
import type { Device, OpenLink } from '../device.ts';
import { isLid, jidOfPhone } from '../session/identities.ts';
import { networkIdOf } from '../outbound/message-id.ts';

/** A message as it travels, before it is encrypted; its file is uploaded on the way. */
export async function outgoingContent(
	device: Device,
	link: OpenLink,
	message: OutgoingMessage,
): Promise<proto.IMessage> {
	const { baileys, baileysLog } = device;
	const content = await baileys.generateWAMessageContent(contentOf(message), {
		logger: baileysLog,
		upload: link.mediaHost.upload,
		jid: message.chatId,
	});
	const quoted = await quotedBy(device, link, message);
	const written = baileys.generateWAMessageFromContent(message.chatId, content, {
		userJid: accountOf(device).id,
		messageId: networkIdOf(message.id),
		...(quoted === null ? {} : { quoted }),
	});
	return written.message ?? content;
}

function contentOf({ type, content, media, template }: OutgoingMessage): AnyMessageContent {
	if (template !== null) {
		throw new PermanentSendError({
			code: 'invalid_template_params',
			message: 'Templates go out through the official API only.',
		});
	}
	// A preview would have the gateway fetch what the text links to.
	if (type === 'text' || type === 'unsupported' || media === null)
		return { text: content, linkPreview: null };
	const { mimeType: mimetype } = media;
	const caption = media.caption === null ? {} : { caption: media.caption };
	const file = { url: media.path };
	switch (type) {
		case 'image':
			return { image: file, mimetype, ...caption };
		case 'video':
			// Baileys would start another program for a preview.
			return { video: file, mimetype, jpegThumbnail: '', ...caption };
		case 'audio':
			return { audio: file, mimetype: audioType(media) };
		case 'document':
			return { document: file, mimetype, fileName: media.filename ?? 'file', ...caption };
	}
}

/** Phones play OGG only where it is said to be Opus. */
function audioType({ mimeType }: MediaFile): string {
	return mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType;
}

/**
 * The message that is replied to, as far as phones need it; null where none is. Throws a NetworkRefusal where WhatsApp
 * knows no such message: a reply that does not show what it replies to would be understood otherwise.
 */
async function quotedBy(
	device: Device,
	{ socket }: Pick<OpenLink, 'socket'>,
	{ quotedMessageId, chatId }: OutgoingMessage,
): Promise<WAMessage | null> {
	if (quotedMessageId === null) return null;
	const quoted = await device.host.messages.find(quotedMessageId);
	if (quoted?.networkId === null || quoted === null) {
		throw new PermanentSendError({
			code: 'network_error',
			message:
				'The message that this one replies to is not on WhatsApp: it failed, was not sent yet, or was removed. Send this one without quotedMessageId.',
		});
	}
	const isOwn = quoted.direction === 'outbound';
	return {
		// Not said to be the account's own: Baileys would name its phone number where people go by LIDs.
		key: { remoteJid: quoted.chatId, id: quoted.networkId },
		participant: isOwn ? await ownName(device, socket, chatId) : senderOf(quoted),
		message: { conversation: quoted.content },
	};
}

/** By which of their identities whoever wrote a message is known in its chat. */
function senderOf({ chatId, source, from }: StoredMessage): string {
	if (!isGroupJid(chatId)) return chatId;
	return source?.sender ?? (from === null ? chatId : jidOfPhone(from));
}

/** By which of its identities the account is known in a chat: by its LID where people go by those. */
async function ownName(device: Device, socket: OpenLink['socket'], chatId: string): Promise<string> {
	const { id, lid } = accountOf(device);
	const { jidNormalizedUser, WAMessageAddressingMode } = device.baileys;
	const byLid = isGroupJid(chatId)
		? (await socket.groupMetadata(chatId)).addressingMode === WAMessageAddressingMode.LID
		: isLid(chatId);
	return jidNormalizedUser(byLid && lid !== '' ? lid : id);
}
