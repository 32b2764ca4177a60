import type { proto } from 'baileys';
import type { Device } from '../device.ts';
import { POLL_OPTIONS_LIMIT } from '../../../domain/messages/message-details.ts';
import type { PollKey } from './poll-keys.ts';

/**
 * Decrypts a vote; null: it is not encrypted with the key of the poll. Votes name their poll's creator and their voter by
 * phone number or by LID, so that each combination is tried.
 */
export function selectedOptions(
	{ baileys }: Pick<Device, 'baileys'>,
	vote: proto.Message.IPollEncValue,
	{
		networkId,
		key,
		creators,
		voters,
	}: {
		networkId: string;
		key: Pick<PollKey, 'secret' | 'options'>;
		creators: readonly string[];
		voters: readonly string[];
	},
): string[] | null {
	const pollEncKey = Buffer.from(key.secret, 'base64');
	for (const pollCreatorJid of creators) {
		for (const voterJid of voters) {
			try {
				const context = { pollCreatorJid, pollMsgId: networkId, pollEncKey, voterJid };
				return namesOf(baileys.decryptPollVote(vote, context), key.options);
			} catch {
				// Encrypted for another combination, or with another key.
			}
		}
	}
	return null;
}

/** The names of the options, each once. A hash that no option has is left out. */
function namesOf(
	{ selectedOptions: hashes }: proto.Message.IPollVoteMessage,
	options: PollKey['options'],
): string[] {
	const names = new Map(Object.entries(options));
	const named = (hashes ?? [])
		.slice(0, POLL_OPTIONS_LIMIT)
		.map((hash) => names.get(Buffer.from(hash).toString('base64')));
	return [...new Set(named.filter((name) => name !== undefined))];
}
