import type { AnyMessageContent, proto, WAMessage } from 'baileys';
import { isGroupJid } from '../../domain/phone.ts';
import { NetworkRefusal, type MediaFile, type OutgoingMessage } from '../driver.ts';
import { accountOf } from './account.ts';
import type { Device, OpenLink } from './device.ts';
import { jidOfPhone } from './identities.ts';
import { networkIdOf } from './message-id.ts';

/** A message as it travels, before it is encrypted; its file is uploaded on the way. */
export async function outgoingContent(
	device: Device,
	{ mediaHost }: OpenLink,
	message: OutgoingMessage,
): Promise<proto.IMessage> {
	const { baileys, baileysLog } = device;
	const content = await baileys.generateWAMessageContent(contentOf(message), {
		logger: baileysLog,
		upload: mediaHost.upload,
		jid: message.chatId,
	});
	const quoted = await quotedBy(device, message);
	const written = baileys.generateWAMessageFromContent(message.chatId, content, {
		userJid: accountOf(device).id,
		messageId: networkIdOf(message.id),
		...(quoted === null ? {} : { quoted }),
	});
	return written.message ?? content;
}

function contentOf({ type, content, media, template }: OutgoingMessage): AnyMessageContent {
	if (template !== null) {
		throw new NetworkRefusal({
			code: 'invalid_template_params',
			message: 'Templates go out through the official API only.',
		});
	}
	// A preview would have the gateway fetch what the text links to.
	if (type === 'text' || media === null) return { text: content, linkPreview: null };
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

/** The message that is replied to, as far as phones need it; null where there is none any more. */
async function quotedBy(device: Device, { quotedMessageId }: OutgoingMessage): Promise<WAMessage | null> {
	if (quotedMessageId === null) return null;
	const quoted = await device.host.messages.find(quotedMessageId);
	if (quoted?.networkId === null || quoted === null) return null;
	const fromMe = quoted.direction === 'outbound';
	const sender = fromMe || quoted.from === null ? null : jidOfPhone(quoted.from);
	return {
		key: {
			remoteJid: quoted.chatId,
			fromMe,
			id: quoted.networkId,
			...(sender !== null && isGroupJid(quoted.chatId) ? { participant: sender } : {}),
		},
		message: { conversation: quoted.content },
	};
}
