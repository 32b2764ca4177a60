import type { BinaryNode } from 'baileys';
import { isGroupJid } from '../../../../domain/phone.ts';
import type { Baileys } from '../../baileys/baileys.ts';
import type { Identities } from '../../identity/identities.ts';
import { withoutDevice } from '../../identity/jid.ts';

/** Messages of one receipt that are read; WhatsApp's own clients list a few hundred at most. */
const MAX_MESSAGES = 5000;

/** The network ids in a receipt: the id of its stanza, and the ids in its list. */
export function messageIdsIn(
	{
		getBinaryNodeChild,
		getBinaryNodeChildren,
	}: Pick<Baileys, 'getBinaryNodeChild' | 'getBinaryNodeChildren'>,
	receipt: BinaryNode,
): string[] {
	const listed = getBinaryNodeChildren(getBinaryNodeChild(receipt, 'list'), 'item').map(
		({ attrs }) => attrs.id,
	);
	return [receipt.attrs.id, ...listed].slice(0, MAX_MESSAGES).filter((id) => id !== undefined);
}

/**
 * Whether a receipt comes from the recipient of a message: from the person, by either kind of JID, or from the group.
 * Check this for each receipt, because anybody can send a receipt with any id.
 */
export async function isFromChat(
	identities: Identities,
	chatId: string,
	{ from = '' }: BinaryNode['attrs'],
): Promise<boolean> {
	const sender = withoutDevice(from);
	if (sender === null) return false;
	if (isGroupJid(chatId) || isGroupJid(sender)) return sender === chatId;
	return identities.areSame(chatId, sender);
}
