import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Returns the ID of the instance whose events start the workflow; undefined: the field has no value, for all instances. */
export function selectedInstance(context: IHookFunctions | IWebhookFunctions): string | undefined {
	const value: unknown = context.getNodeParameter('instanceId', '', { extractValue: true });
	return (typeof value === 'string' && value.trim()) || undefined;
}
