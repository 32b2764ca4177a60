import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { AwaitedReply } from './awaitedReply';
import { readWithinDelivery } from './readWithinDelivery';

/** Not among them: hearts and the like, which people also send to say that they have read something. */
const APPROVING = ['👍', '✅', '✔', '☑', '👌'];
const DECLINING = ['👎', '❌', '✖', '❎', '🚫'];

/** Skin tones, and the character that asks for the colored form of an emoji. */
const VARIATIONS = /\p{Emoji_Modifier}|\uFE0F/gu;

/** Returns the index of the choice of an approval that an emoji expresses; undefined: it is no answer. */
export function reactionChoice(emoji: unknown): number | undefined {
	if (typeof emoji !== 'string') return undefined;
	const base = emoji.replace(VARIATIONS, '');
	if (APPROVING.includes(base)) return 0;
	return DECLINING.includes(base) ? 1 : undefined;
}

/**
 * Returns the reaction that the sender of an event has to the question now; null: none. A delivery may arrive long
 * after the reaction was changed or removed, e.g. after an outage of n8n. Throws when the gateway does not answer.
 */
export async function currentReaction(
	context: IWebhookFunctions,
	{ questionId }: AwaitedReply,
	{ senderId }: IDataObject,
): Promise<string | null> {
	const question = await readWithinDelivery<{
		reactions?: { emoji: string; senderId: string; isFromMe: boolean }[];
	}>(context, { path: `/v1/messages/${encodeURIComponent(questionId)}`, absent: ['message_not_found'] });
	const own = question?.reactions?.find((reaction) => !reaction.isFromMe && reaction.senderId === senderId);
	return own?.emoji ?? null;
}
