import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { AwaitedReply } from './awaitedReply';
import { readWithinDelivery } from './readWithinDelivery';

/** What a message quotes: the question or what the node sent about it, nothing that matters, or another message. */
export type Quote = 'question' | 'nothing' | 'other';

/** The metadata of what the node sends about a question, by which a quote of it is recognized. */
export function metadataOf({ questionId }: AwaitedReply): IDataObject {
	return { questionId };
}

/**
 * Returns what a message quotes. A message that quotes another message of the account answers that one, and in a group
 * also one that quotes another participant. Throws when the gateway does not answer.
 */
export async function quoteOf(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	{ quotedMessageId, isGroup }: IDataObject,
): Promise<Quote> {
	if (typeof quotedMessageId !== 'string') return 'nothing';
	if (quotedMessageId === awaited.questionId) return 'question';
	const quoted = await readWithinDelivery<{ direction: string; metadata: IDataObject | null }>(context, {
		path: `/v1/messages/${encodeURIComponent(quotedMessageId)}`,
		absent: ['message_not_found'],
	});
	if (quoted === undefined) return 'nothing';
	if (quoted.metadata?.questionId === awaited.questionId) return 'question';
	return quoted.direction === 'outbound' || isGroup ? 'other' : 'nothing';
}
