import type { MessageTarget } from '../../network-event.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { isOwnJid, ownJids } from '../identity/account.ts';
import type { Device } from '../device.ts';
import type { Identities } from '../identity/identities.ts';
import type { ChangeOrigin } from './change-target.ts';
import { optionsByHash, ownPollSecret, type PollKey } from './poll-keys.ts';
import type { ReceivedChange } from './received-change.ts';
import { selectedOptions } from './selected-options.ts';

/** The options that a voter has selected; null: the key of the poll is unknown, or the vote is not encrypted with it. */
export async function voteOf(
	device: Device,
	identities: Identities,
	{
		target,
		origin,
		received,
	}: {
		target: MessageTarget;
		origin: ChangeOrigin;
		received: ReceivedChange & { change: 'vote' };
	},
): Promise<string[] | null> {
	const networkId = received.key.id ?? '';
	const key = await pollKeyOf(device, identities, { target, origin, networkId });
	const options =
		key === null
			? null
			: selectedOptions(device, received.vote, {
					networkId,
					key,
					creators: await namesOf(device, identities, key.creator),
					voters: await namesOf(device, identities, origin.sender, origin.alternative),
				});
	if (options === null) {
		const { log, instanceId } = device;
		log.debug({ instanceId, networkId }, 'a vote from WhatsApp could not be decrypted; it is ignored');
	}
	return options;
}

async function pollKeyOf(
	device: Device,
	identities: Identities,
	{ target, origin, networkId }: { target: MessageTarget; origin: ChangeOrigin; networkId: string },
): Promise<PollKey | null> {
	const { chat, isFromMe, alternative } = origin;
	const chats = isGroupJid(chat) ? [chat] : await identities.namesOf(chat, isFromMe ? null : alternative);
	const received = device.polls.find(chats, networkId);
	if (received !== null || !('messageId' in target)) return received;
	const sent = await device.context.messages.find(target.messageId);
	if (sent?.direction !== 'outbound' || sent.poll === undefined) return null;
	return {
		secret: ownPollSecret(device.creds, networkId).toString('base64'),
		creator: ownJids(device)[0] ?? '',
		options: optionsByHash(sent.poll.options),
	};
}

/** The JIDs of a person, by phone number and by LID. */
async function namesOf(
	device: Device,
	identities: Identities,
	jid: string,
	alternative: string | null = null,
): Promise<string[]> {
	return isOwnJid(device, jid) ? ownJids(device) : identities.namesOf(jid, alternative);
}
