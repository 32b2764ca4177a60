import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LIDS } from '../wire/jid.ts';
import { encode } from '../wire/protobuf.ts';
import type { Content, MessageKey } from '../wire/wire.ts';
import type { World } from '../world.ts';
import { jidOf, type Person } from './people.ts';

/** A poll that phones know. */
export interface KnownPoll {
	secret: Buffer;
	creator: Person;
	/** The key of the poll from the point of view of others than its creator. */
	options: string[];
}

const SECRET_LENGTH = 32;
const NONCE_LENGTH = 12;

/** Returns the secret of a new poll. */
export function newPollSecret(): Buffer {
	return randomBytes(SECRET_LENGTH);
}

/** Stores the poll in a message, if it contains one. */
export function storePoll(world: World, id: string, creator: Person, content: Content): void {
	const poll = content.pollCreationMessage ?? content.pollCreationMessageV3;
	const secret = content.messageContextInfo?.messageSecret;
	if (poll === undefined || secret === undefined) return;
	const options = poll.options.map(({ optionName }) => optionName);
	world.polls.set(id, { secret: Buffer.from(secret), creator, options });
}

/** Returns the encrypted vote of a person in a poll. `secret` replaces the secret of the poll. */
export function voteContent(
	world: World,
	voter: Person,
	{ key, options, secret }: { key: MessageKey; options: readonly string[]; secret?: Buffer },
): Content {
	const poll = world.polls.get(key.id);
	if (poll === undefined) throw new Error(`There is no poll ${key.id}.`);
	const [creatorJid, voterJid] = [jidOf(poll.creator, LIDS), jidOf(voter, LIDS)];
	const info = Buffer.from(`${key.id}${creatorJid}${voterJid}Poll Vote`);
	const pollKey = hkdfSync('sha256', secret ?? poll.secret, Buffer.alloc(SECRET_LENGTH), info, SECRET_LENGTH);
	const encIv = randomBytes(NONCE_LENGTH);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(pollKey), encIv);
	cipher.setAAD(Buffer.from(`${key.id}\0${voterJid}`));
	const selectedOptions = options.map((option) => createHash('sha256').update(option).digest());
	const plaintext = encode('PollVoteMessage', { selectedOptions });
	const encPayload = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
	return {
		pollUpdateMessage: {
			pollCreationMessageKey: key,
			vote: { encPayload, encIv },
			senderTimestampMs: Date.now(),
		},
	};
}
