import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The reply that an execution waits for. Stored with the execution. */
export interface AwaitedReply {
	/** The webhook that delivers the reply, and the secret that signs its deliveries. */
	webhookId: string;
	secret: string;
	instanceId: string;
	/** The recipient of the question: a phone, a group, or the ID of a person without a phone number. */
	to: string;
	/** In a group, the phones and IDs whose replies count; empty: every participant's. */
	senders: string[];
	/** The ID of the question; only later messages are replies. */
	questionId: string;
	/** The accepted answers; empty: every message is accepted. */
	choices: string[];
	/** Whether the first choice means approved and the second declined. */
	isApproval: boolean;
	/** The response to an answer that matches no choice; empty: none. */
	askAgain: string;
}

const CONTEXT_KEY = 'awaitedReply';

/** Stores the awaited reply in the node context, which n8n saves in its database while the execution waits. */
export function storeAwaitedReply(context: IExecuteFunctions, awaited: AwaitedReply): void {
	context.getContext('node')[CONTEXT_KEY] = JSON.stringify(awaited);
}

/**
 * Returns the awaited reply of the waiting execution; undefined when there is none. Uses an expression, because a
 * webhook cannot read the node context in any other way.
 */
export function loadAwaitedReply(context: IWebhookFunctions): AwaitedReply | undefined {
	const node = JSON.stringify(context.getNode().name);
	const stored: unknown = context.evaluateExpression(`{{ $node[${node}].context.${CONTEXT_KEY} }}`, 0);
	return typeof stored === 'string' ? (JSON.parse(stored) as AwaitedReply) : undefined;
}
