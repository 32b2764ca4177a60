import type { BinaryNode } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { Baileys } from '../baileys/baileys.ts';
import { withoutDevice, type Identities } from '../session/identities.ts';

/** Messages of one receipt that are looked for; WhatsApp's own clients list some hundreds at most. */
const LISTED = 5000;

/** The identifiers of the messages a receipt is about: the one it names, and those it lists. */
export function idsIn(
	{
		getBinaryNodeChild,
		getBinaryNodeChildren,
	}: Pick<Baileys, 'getBinaryNodeChild' | 'getBinaryNodeChildren'>,
	receipt: BinaryNode,
): string[] {
	const listed = getBinaryNodeChildren(getBinaryNodeChild(receipt, 'list'), 'item').map(
		({ attrs }) => attrs.id,
	);
	return [receipt.attrs.id, ...listed].slice(0, LISTED).filter((id) => id !== undefined);
}

/**
 * Whether a receipt comes from where a message went: from the person it was sent to, by either of their identities,
 * or from the group. Anybody can send a receipt with any identifier.
 */
export async function isFromChat(
	identities: Identities,
	chatId: string,
	{ from = '' }: BinaryNode['attrs'],
): Promise<boolean> {
	const origin = withoutDevice(from);
	if (origin === null) return false;
	if (isGroupJid(chatId) || isGroupJid(origin)) return origin === chatId;
	return identities.areSame(chatId, origin);
}
