import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the node must remember of a webhook it registered. */
export interface Registration {
	webhookId: string;
	secret: string;
	/** Where the gateway delivers to. It tells the listeners apart when n8n ends one of them. */
	url: string;
}

/** A test listen and the active workflow register one webhook each; neither may touch the other's. */
export type Listener = 'production' | 'test';

/**
 * Gives the registrations of this node as n8n keeps them in the workflow's static data. What is written to the
 * object is saved by n8n when the activation, the test listen or their end is over.
 *
 * n8n starts every test listen with static data of its own and drops it at the end; the two are kept apart here
 * all the same, so that nothing depends on that.
 */
export function storedRegistrations(
	context: Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>,
): Partial<Record<Listener, Registration>> {
	return context.getWorkflowStaticData('node') as Partial<Record<Listener, Registration>>;
}
