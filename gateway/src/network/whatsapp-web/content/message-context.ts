import type { proto } from 'baileys';
import { MENTIONS_LIMIT, type MessageDetails } from '../../../domain/messages/message-details.ts';
import { isNetworkId } from '../outbound/message-id.ts';
import { referralIn } from './referral.ts';

/** WhatsApp's reference to the message that another one replies to. */
export interface Quoted {
	networkId: string;
	/** The JID of its chat; null: the chat of the reply. */
	chat: string | null;
	/** The JID of its author; null: the reply does not contain it. */
	author: string | null;
}

/** What a message contains besides its content. */
export interface MessageContext {
	/** The message it replies to. */
	quoted: Quoted | null;
	/** The JIDs of the people it mentions, as its sender wrote them. */
	mentioned: readonly string[];
	details: Pick<MessageDetails, 'forwarded' | 'ephemeral' | 'referral' | 'albumId'>;
}

/** The value of `proto.MessageAssociation.AssociationType.MEDIA_ALBUM`: Baileys is loaded later. */
const MEDIA_ALBUM: proto.MessageAssociation.AssociationType = 1;

/** The context of a message. `association`: its outer wrapper may hold the album that the message belongs to. */
export function contextOf(
	content: proto.IMessage,
	{ isEphemeral, association }: { isEphemeral: boolean; association: proto.IMessageAssociation | null },
): MessageContext {
	const context = contextInfoIn(content);
	const referral = referralIn(context);
	const albumId =
		association?.associationType === MEDIA_ALBUM ? (association.parentMessageKey?.id ?? '') : '';
	return {
		quoted: quotedIn(context),
		mentioned: [...new Set((context.mentionedJid ?? []).slice(0, MENTIONS_LIMIT))],
		details: {
			...(context.isForwarded === true ? { forwarded: true } : {}),
			...(isEphemeral || (context.expiration ?? 0) > 0 ? { ephemeral: true } : {}),
			...(referral === null ? {} : { referral }),
			...(isNetworkId(albumId) ? { albumId } : {}),
		},
	};
}

/** The seconds after which a message disappears, as it contains them; 0: it contains none. */
export function expirationIn(content: proto.IMessage): number {
	return contextInfoIn(content).expiration ?? 0;
}

function contextInfoIn(content: proto.IMessage): proto.IContextInfo {
	for (const part of Object.values(content) as unknown[]) {
		const { contextInfo } = (part ?? {}) as { contextInfo?: proto.IContextInfo | null };
		if (contextInfo) return contextInfo;
	}
	return {};
}

function quotedIn({ stanzaId, remoteJid, participant }: proto.IContextInfo): Quoted | null {
	const networkId = stanzaId ?? '';
	return isNetworkId(networkId) ? { networkId, chat: remoteJid ?? null, author: participant ?? null } : null;
}
