import type { proto, WAMessage } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { optionNamesIn, pollMessageIn, shownOption } from '../content/poll-content.ts';
import { unwrapped } from '../content/wrapped-content.ts';
import type { Device } from '../device.ts';
import { ownJids } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';
import { chatJidOf } from '../inbound/message/message-origin.ts';
import { isNetworkId } from '../outbound/message-id.ts';
import { optionsByHash } from './poll-keys.ts';

/** Bytes of a poll's key. */
const SECRET_LENGTH = 32;

/** Keeps the key of a poll that somebody created, so that votes in it can be decrypted. */
export function rememberPoll(device: Device, { key, message }: WAMessage | proto.IWebMessageInfo): void {
	if (!message || !key) return;
	const { content, secret } = unwrapped(message);
	const poll = pollMessageIn(content);
	const chat = withoutDevice(chatJidOf(key));
	const networkId = key.id ?? '';
	if (poll === null || secret?.length !== SECRET_LENGTH || chat === null || !isNetworkId(networkId)) return;
	const author = isGroupJid(chat) ? withoutDevice(key.participant ?? '') : chat;
	const creator = key.fromMe === true ? ownJids(device)[0] : author;
	if (!creator) return;
	device.polls.add(chat, networkId, {
		secret: Buffer.from(secret).toString('base64'),
		creator,
		options: optionsByHash(optionNamesIn(poll), shownOption),
	});
}
