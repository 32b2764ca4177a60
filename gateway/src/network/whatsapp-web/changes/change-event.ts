import type { WAMessage, WAMessageKey } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { MessageChange, NetworkEvent } from '../../network-event.ts';
import { incomingContentOf } from '../content/incoming-content.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { ownJids } from '../identity/account.ts';
import { isLid, withoutDevice } from '../identity/jid.ts';
import { actorOf, chatOf } from '../inbound/message/message-origin.ts';
import { mentionedIds } from '../inbound/message/message-parts.ts';
import { timeOfChange } from '../inbound/message/timestamp.ts';
import { targetAuthor, targetOf, type ChangeOrigin } from './change-target.ts';
import type { AdminClaim } from './group-admins.ts';
import type { ReceivedChange } from './received-change.ts';
import { voteOf } from './vote.ts';

/** What all changes have in common. */
type Base = Pick<MessageChange, 'target' | 'actor' | 'at'>;

/** A change of another message. */
export interface ChangeReport {
	/** Null: it changes nothing that an event reports, such as a vote that is not encrypted with the key of its poll. */
	event: NetworkEvent | null;
	/** The event is true only where this is; null: in any case. */
	claim: AdminClaim | null;
}

const NOTHING: ChangeReport = { event: null, claim: null };

/**
 * The event that reports a change of another message, and what has to be asked of WhatsApp before it is recorded: only its
 * author and the admins of the group may delete a message.
 */
export async function changeEventOf(
	device: Device,
	connection: DeviceConnection,
	{ key, pushName, messageTimestamp }: WAMessage,
	received: ReceivedChange,
): Promise<ChangeReport> {
	const { identities } = connection;
	const origin = await changeOriginOf(device, connection, key);
	const actor = await actorOf(device, identities, key);
	if (origin === null || actor === null) return NOTHING;
	const author = targetAuthor(device, received.key, origin);
	const networkId = received.key.id ?? '';
	const target = await targetOf(device, identities, { ...origin, networkId, author });
	if (target === null) return NOTHING;
	const contactName = pushName && !actor.isFromMe ? sanitizeName(pushName) : null;
	const at = timeOfChange(messageTimestamp, received.madeAt, device.clock);
	const change = await changeOf(device, connection, {
		base: { target, actor: { ...actor, contactName }, at },
		origin,
		author,
		received,
	});
	if (change === null) return NOTHING;
	const isClaim = change.change === 'deletion' && change.asAdmin === true;
	return {
		event: { kind: 'change', change },
		claim: isClaim ? { groupId: origin.chat, person: origin.sender } : null,
	};
}

async function changeOriginOf(
	device: Device,
	{ identities }: DeviceConnection,
	key: WAMessageKey,
): Promise<ChangeOrigin | null> {
	const place = await chatOf(identities, key);
	if (place === null) return null;
	const { chat, chatId } = place;
	const isFromMe = key.fromMe === true;
	const own = ownJids(device);
	const alone = isFromMe ? (own.find((jid) => isLid(jid) === isLid(chat)) ?? own[0]) : chat;
	const sender = isGroupJid(chat) ? withoutDevice(key.participant ?? '') : alone;
	const alternative = (isGroupJid(chat) ? key.participantAlt : key.remoteJidAlt) ?? null;
	return sender ? { chat, chatId, sender, alternative, isFromMe } : null;
}

async function changeOf(
	device: Device,
	connection: DeviceConnection,
	{
		base,
		origin,
		author,
		received,
	}: {
		base: Base;
		origin: ChangeOrigin;
		author: string | null;
		received: ReceivedChange;
	},
): Promise<MessageChange | null> {
	const { identities } = connection;
	switch (received.change) {
		case 'reaction':
			return { ...base, change: 'reaction', emoji: received.emoji };
		case 'edit': {
			const content = incomingContentOf(received.content);
			if (content === null || content.type === 'unsupported') return null;
			const mentions = await mentionedIds(identities, content.mentioned);
			return {
				...base,
				change: 'edit',
				content: content.content,
				...(mentions.length === 0 ? {} : { mentions }),
			};
		}
		case 'deletion': {
			const { chat, sender } = origin;
			const isOthers = isGroupJid(chat) && author !== null && !(await identities.areSame(author, sender));
			return { ...base, change: 'deletion', ...(isOthers ? { asAdmin: true as const } : {}) };
		}
		case 'vote': {
			const options = await voteOf(device, identities, { target: base.target, origin, received });
			return options === null ? null : { ...base, change: 'vote', options };
		}
	}
}
