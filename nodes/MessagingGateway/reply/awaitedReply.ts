import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ApproverSettings } from './approvers';
import type { Confirmation } from './confirmation';

/** The answers that a question accepts, and the responses to other messages. */
export interface ExpectedAnswers extends Partial<ApproverSettings> {
	/** In a group, the phones and IDs whose replies count; empty: see `approvers`. */
	senders: string[];
	/** The accepted answers; empty: every message is accepted. */
	choices: string[];
	/** Whether the first choice means approved and the second declined. */
	isApproval: boolean;
	/** The response to an answer that matches no choice; empty: none. */
	askAgain: string;
	/** The same response with buttons; absent: the question has none, or they do not fit. */
	askAgainButtons?: IDataObject;
	/** What the IDs of the question's buttons begin with; absent: the question has no buttons. */
	buttonPrefix?: string;
	/** Whether a reaction to the question is an answer. */
	acceptsReactions?: boolean;
	/** The response to an answer of a person who may not answer; empty or absent: none. */
	textForOthers?: string;
	/** The texts to send to the chat after the answer; absent: none. */
	confirmation?: Confirmation;
	/** Whether to send although a person owns the chat. */
	force?: boolean;
}

/**
 * The reply that an execution waits for. Stored with the execution, which may have started to wait with an earlier
 * version of this package: new fields are optional.
 */
export interface AwaitedReply extends ExpectedAnswers {
	/** The webhook that delivers the reply, and the secret that signs its deliveries. */
	webhookId: string;
	secret: string;
	instanceId: string;
	/** The recipient of the question: a phone, a group, or the ID of a person without a phone number. */
	to: string;
	/** The ID of the question; only later messages are replies. */
	questionId: string;
	/** When the question was sent, in epoch milliseconds. */
	askedAt?: number;
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
	// Braces in the name of the node would end the expression.
	const node = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const stored: unknown = context.evaluateExpression(`{{ $node[${node}].context.${CONTEXT_KEY} }}`, 0);
	return typeof stored === 'string' ? (JSON.parse(stored) as AwaitedReply) : undefined;
}
