import { ACTION, byId, type WorkflowStep } from '../../test/e2e/support/workflows.ts';

/** What the nodes send with. */
export interface Sending {
	url: string;
	key: string;
	instanceId: string;
	/** The credential of n8n that holds the key as a header. */
	headerCredentialId: string;
}

/** A node that sends a text for each item with `phone` and `text`. */
export interface Variant {
	name: string;
	step: WorkflowStep;
}

/** The same of the HTTP Request node, of which there is more than one way to be fast. */
export interface Baseline extends Variant {
	/** Whether the key is in the workflow itself, for all to see who see the workflow. */
	openKey: boolean;
}

export const NODE = 'Send';

/** Our node as it is dropped into a workflow, and with all chats sent to at once that it may. */
export function ourNodes({ instanceId }: Sending): Variant[] {
	const step = (options: object): WorkflowStep => ({
		name: NODE,
		type: ACTION,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			instanceId: byId(instanceId),
			to: byId('={{ $json.phone }}'),
			message: '={{ $json.text }}',
			options,
		},
	});
	return [
		{ name: 'our node', step: step({}) },
		{ name: 'our node, 100 chats at the same time', step: step({ concurrency: 100 }) },
	];
}

/**
 * n8n's HTTP Request node. Left alone it sends all items at the same time, which is its fastest in most cases; it is
 * told that JSON comes back, so that it need not find out.
 */
export function httpRequestNodes({ url, key, instanceId, headerCredentialId }: Sending): Baseline[] {
	const withCredential = {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
	};
	const keyInWorkflow = {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${key}` }] },
	};
	const step = (auth: object, options: object): WorkflowStep => ({
		name: NODE,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${url}/v1/messages/send`,
			...auth,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ { instanceId: "${instanceId}", to: $json.phone, message: $json.text } }}`,
			options: { response: { response: { responseFormat: 'json' } }, ...options },
		},
		credentials: { httpHeaderAuth: { id: headerCredentialId, name: 'Header of the gateway' } },
	});
	const batches = (batchSize: number) => ({ batching: { batch: { batchSize, batchInterval: 1 } } });
	return [
		{ name: 'HTTP Request, all at once', step: step(withCredential, {}), openKey: false },
		{ name: 'HTTP Request, batches of 50', step: step(withCredential, batches(50)), openKey: false },
		{ name: 'HTTP Request, batches of 200', step: step(withCredential, batches(200)), openKey: false },
		{ name: 'HTTP Request, all at once, key in the workflow', step: step(keyInWorkflow, {}), openKey: true },
	];
}
