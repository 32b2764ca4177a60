import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** A webhook that the node has registered. */
export interface Registration {
	webhookId: string;
	secret: string;
	/** The URL of the listener. It identifies the listener when n8n ends one. */
	url: string;
}

/** A test listener and the active workflow register one webhook each and must not change the other's. */
export type Listener = 'production' | 'test';

/**
 * Returns the registrations of this node in the workflow's static data. n8n saves changes of the object after an
 * activation, a deactivation, and the start and end of a test listener.
 *
 * n8n gives a test listener its own static data and discards it at the end. The two listeners have separate keys
 * nevertheless, so that the node does not rely on that.
 */
export function storedRegistrations(
	context: Pick<IHookFunctions | IWebhookFunctions, 'getWorkflowStaticData'>,
): Partial<Record<Listener, Registration>> {
	return context.getWorkflowStaticData('node') as Partial<Record<Listener, Registration>>;
}
