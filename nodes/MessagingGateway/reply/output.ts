import type { IDataObject, INode } from 'n8n-workflow';

import { toChatId } from '../descriptions/locators/chatLocator';
import { isVersion1 } from '../descriptions/version';
import type { Answer } from './answer';
import type { AwaitedReply } from './awaitedReply';

/**
 * Returns the output of an answer. Version 2 has n8n's own shape of Send and Wait in `data`, the person in `responder`,
 * and the most used fields beside them.
 */
export function answerOutput(
	node: INode,
	awaited: AwaitedReply,
	answer: Answer,
	event: { event: string; data: IDataObject },
): IDataObject {
	return isVersion1(node)
		? version1Output(awaited, answer, event.data)
		: version2Output(awaited, answer, event);
}

/** Returns the output at the time limit, in the shape of an answer. */
export function timeoutOutput(
	node: INode,
	awaited: Pick<AwaitedReply, 'choices' | 'instanceId' | 'isApproval' | 'questionId' | 'to'>,
): IDataObject {
	const { isApproval, choices, instanceId, to, questionId } = awaited;
	if (isVersion1(node)) {
		return { timedOut: true, ...(isApproval && { approved: false }), instanceId, to, questionId };
	}
	const result = {
		...(isApproval && { approved: false }),
		...(!isApproval && choices.length > 0 && { choice: null }),
		text: null,
	};
	return {
		data: { ...result, respondedAt: null },
		timedOut: true,
		...result,
		responder: null,
		type: null,
		messageId: null,
		questionId,
		chatId: toChatId(to),
		instanceId,
	};
}

function version2Output(
	{ isApproval, choices, questionId, instanceId }: AwaitedReply,
	{ text, index }: Answer,
	{ event, data }: { event: string; data: IDataObject },
): IDataObject {
	const isReaction = event === 'message.reaction';
	const result = {
		...(isApproval && { approved: index === 0 }),
		...(!isApproval && index !== undefined && { choice: choices[index] }),
		text,
	};
	return {
		data: { ...result, respondedAt: data.timestamp },
		timedOut: false,
		...result,
		responder: { id: data.senderId, name: data.contactName ?? null, phone: data.from ?? null },
		type: isReaction ? 'reaction' : data.type,
		// A reaction is no message.
		messageId: isReaction ? null : data.messageId,
		questionId,
		chatId: data.chatId,
		instanceId,
	};
}

function version1Output(
	{ isApproval, choices, questionId }: AwaitedReply,
	{ text, index }: Answer,
	data: IDataObject,
): IDataObject {
	const { messageId, instanceId, chatId, from, senderId, contactName, type, timestamp } = data;
	return {
		timedOut: false,
		text,
		...(index !== undefined && { choice: choices[index] }),
		...(isApproval && { approved: index === 0 }),
		messageId,
		instanceId,
		chatId,
		from,
		senderId,
		contactName,
		type,
		timestamp,
		questionId,
	};
}
