import type { IHookFunctions } from 'n8n-workflow';

import { webhookUrl } from './desiredWebhook';

/** The workflows whose last activation failed in this process, with the webhooks that n8n has asked to delete since. */
const failed = new Map<string, Set<string>>();

/**
 * Runs a step of an activation and notes whether it failed. When one fails, e.g. because the gateway is not up yet when
 * n8n starts, n8n calls `delete` for all webhooks of the workflow, and activates it again later. Deleting them at the
 * gateway would delete the events that wait for n8n.
 */
export async function noteFailure(context: IHookFunctions, step: Promise<boolean>): Promise<boolean> {
	const workflow = workflowOf(context);
	let hasSucceeded = false;
	try {
		const result = await step;
		hasSucceeded = true;
		return result;
	} finally {
		if (hasSucceeded) failed.delete(workflow);
		// The webhook of a test listener has no events that wait, and n8n does not register it again.
		else if (context.getActivationMode() !== 'manual') failed.set(workflow, new Set());
	}
}

/**
 * Returns whether n8n asks to delete a webhook because the activation of its workflow failed: once for each webhook.
 * The next request to delete it comes from a person who deactivates the workflow.
 */
export function isAfterFailure(context: IHookFunctions): boolean {
	const urls = failed.get(workflowOf(context));
	const url = webhookUrl(context);
	if (!urls || urls.has(url)) return false;
	urls.add(url);
	return true;
}

function workflowOf(context: IHookFunctions): string {
	return String(context.getWorkflow().id);
}
