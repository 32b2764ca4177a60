import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What a waiting execution remembers of the reply it waits for. */
export interface AwaitedReply {
	/** The webhook of the gateway that brings the reply, and the secret it is signed with. */
	webhookId: string;
	secret: string;
	instanceId: string;
	/** Who was asked, as it was sent to: a phone, a group, or the ID of somebody without a phone number. */
	to: string;
	/** In a group, whose reply counts; nobody in particular when empty. */
	senders: string[];
	/** The message with the question: only what came after it is a reply. */
	questionId: string;
	/** The answers to choose from; empty when every text will do. */
	choices: string[];
	/** Whether the first choice approves and the second declines. */
	isApproval: boolean;
	/** What is sent to an answer that is none of the choices; empty for nothing. */
	askAgain: string;
}

const KEY = 'awaitedReply';

/** Keeps it with the execution, in n8n's database as long as that waits. */
export function remember(context: IExecuteFunctions, awaited: AwaitedReply): void {
	context.getContext('node')[KEY] = JSON.stringify(awaited);
}

/**
 * Gives what the waiting execution remembers; undefined when it remembers nothing. A webhook reaches the context
 * of its node only by an expression.
 */
export function recall(context: IWebhookFunctions): AwaitedReply | undefined {
	const node = JSON.stringify(context.getNode().name);
	const stored: unknown = context.evaluateExpression(`{{ $node[${node}].context.${KEY} }}`, 0);
	return typeof stored === 'string' ? (JSON.parse(stored) as AwaitedReply) : undefined;
}
