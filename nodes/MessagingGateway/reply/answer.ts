import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { EventEnvelope } from '../delivery/envelope';
import { toChatId } from '../descriptions/locators/chatLocator';
import { isVersion1 } from '../descriptions/version';
import type { AwaitedReply } from './awaitedReply';
import { isQuestionButton, tappedChoice } from './buttons';
import { matchChoice } from './choices';
import { quoteOf } from './quotes';
import { currentReaction, reactionChoice } from './reactions';

/** An answer to a question. */
export interface Answer {
	/** The text of the message, or the emoji of the reaction. */
	text: string;
	/** The index of the accepted choice; undefined when every message is accepted. */
	index: number | undefined;
	/** Whether it is clearly about the question: a tap on its button, a reaction to it, or a quote of it. */
	isDirect: boolean;
}

/**
 * The meaning of an event for a question: an answer of any person; a message of the conversation that answers nothing,
 * after which to ask again; or an unrelated event.
 */
export type Reading = Answer | 'unmatched' | 'unrelated';

/** Reads an event. Throws when the gateway does not answer a request that this needs. */
export async function readAnswer(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	envelope: EventEnvelope,
): Promise<Reading> {
	const isOld = isVersion1(context.getNode());
	if (!isOfQuestion(awaited, envelope, isOld)) return 'unrelated';
	const { data } = envelope;
	if (isOld) return readText(awaited, data, false);
	if (envelope.event === 'message.reaction') return await readReaction(context, awaited, data);
	return await readMessage(context, awaited, data);
}

/**
 * Returns whether an event is a later message in the chat of the question, or a reaction of somebody else to it. The
 * webhook of version 2 delivers only the events of this chat, whichever ID the person has by now.
 */
function isOfQuestion(awaited: AwaitedReply, { event, test, data }: EventEnvelope, isOld: boolean): boolean {
	const { to, questionId, instanceId } = awaited;
	if (test || data.instanceId !== instanceId) return false;
	const isGroup = to.endsWith('@g.us');
	if (data.isGroup !== isGroup || (isGroup && data.chatId !== to)) return false;
	if (isOld && !isGroup && data.chatId !== toChatId(to)) return false;
	if (event === 'message.received') return String(data.messageId) > questionId;
	return event === 'message.reaction' && data.targetMessageId === questionId && data.isFromMe === false;
}

async function readReaction(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	data: IDataObject,
): Promise<Reading> {
	if (!awaited.acceptsReactions || reactionChoice(data.emoji) === undefined) return 'unrelated';
	const emoji = await currentReaction(context, awaited, data);
	const index = reactionChoice(emoji);
	return emoji === null || index === undefined ? 'unrelated' : { text: emoji, index, isDirect: true };
}

async function readMessage(
	context: IWebhookFunctions,
	awaited: AwaitedReply,
	data: IDataObject,
): Promise<Reading> {
	const { reply, unsupported, owner } = data as {
		reply?: { id?: string | null };
		unsupported?: { reason?: string };
		owner?: string;
	};
	// Its content follows in an event of its own.
	if (unsupported?.reason === 'waiting') return 'unrelated';
	if (reply && (awaited.choices.length > 0 || isQuestionButton(reply.id ?? ''))) {
		return readTap(awaited, data, reply.id ?? '');
	}
	const quote = await quoteOf(context, awaited, data);
	if (quote === 'other') return 'unrelated';
	const isDirect = quote === 'question';
	// While a person has the chat, the contact speaks with them.
	if (owner === 'person' && !isDirect && !awaited.force) return 'unrelated';
	const reading = readText(awaited, data, isDirect);
	// People in a group also speak with each other.
	return reading === 'unmatched' && data.isGroup === true && !isDirect ? 'unrelated' : reading;
}

/** A tap on a button of another message answers that one. */
function readTap({ choices, buttonPrefix }: AwaitedReply, { content }: IDataObject, id: string): Reading {
	const index = buttonPrefix === undefined ? undefined : tappedChoice(id, choices, buttonPrefix);
	return index === undefined ? 'unrelated' : { text: String(content), index, isDirect: true };
}

function readText({ choices }: AwaitedReply, { type, content }: IDataObject, isDirect: boolean): Reading {
	const text = String(content);
	if (choices.length === 0) return { text, index: undefined, isDirect };
	const match = type === 'text' ? matchChoice(choices, text) : undefined;
	return match ? { text, index: match.index, isDirect } : 'unmatched';
}
