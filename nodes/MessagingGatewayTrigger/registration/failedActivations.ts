import type { IHookFunctions } from 'n8n-workflow';

import { webhookUrl } from './desiredWebhook';

/** The URLs of the webhooks whose last activation failed in this process, until n8n has asked to delete them. */
const failed = new Set<string>();

/** When a trigger could last not be activated at the start of n8n, by workflow; in milliseconds since 1970. */
const failedStarts = new Map<string, number>();

/** Milliseconds within which n8n asks to delete the webhooks of the other triggers of a workflow. */
const CLEANUP_MS = 5_000;

/**
 * Runs a step of an activation and notes whether it failed. When one fails, e.g. because the gateway is not up yet when
 * n8n starts, n8n calls `delete`, and activates the trigger again later. Deleting the webhook at the gateway would delete
 * the events that wait for n8n.
 */
export async function noteFailure(context: IHookFunctions, step: Promise<boolean>): Promise<boolean> {
	const mode = context.getActivationMode();
	let hasSucceeded = false;
	try {
		const result = await step;
		hasSucceeded = true;
		return result;
	} finally {
		if (hasSucceeded) failed.delete(webhookUrl(context));
		// The webhook of a test listener has no events that wait, and n8n does not register it again.
		else if (mode !== 'manual') failed.add(webhookUrl(context));
		const isStart = mode === 'init' || mode === 'leadershipChange';
		if (!hasSucceeded && isStart) failedStarts.set(workflowOf(context), Date.now());
	}
}

/**
 * Returns whether n8n asks to delete a webhook because an activation failed. n8n asks once for the webhook that could not
 * be activated; the next request to delete it comes from a person who deactivates the workflow. While it starts, a version
 * without the activation of single triggers asks for the webhooks of all triggers of the workflow.
 */
export function isAfterFailure(context: IHookFunctions): boolean {
	if (failed.delete(webhookUrl(context))) return true;
	const workflow = workflowOf(context);
	const failedAt = failedStarts.get(workflow);
	if (failedAt === undefined) return false;
	if (Date.now() - failedAt < CLEANUP_MS) return true;
	failedStarts.delete(workflow);
	return false;
}

function workflowOf(context: IHookFunctions): string {
	return String(context.getWorkflow().id);
}
