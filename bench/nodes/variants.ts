import { ACTION, byId, type WorkflowStep } from '../../test/e2e/support/workflows.ts';

/** The gateway and the instance that the nodes send through. */
export interface SendTarget {
	url: string;
	key: string;
	instanceId: string;
	/** The id of the credential in n8n with the key as a header. */
	headerCredentialId: string;
}

/** A node that sends a text for each item with `phone` and `text`. */
export interface Variant {
	name: string;
	step: WorkflowStep;
}

/** A variant of the HTTP Request node. */
export interface Baseline extends Variant {
	/** Whether the key is in the workflow, readable for everybody who can read the workflow. */
	keyInWorkflow: boolean;
}

export const NODE = 'Send';

/** Our node with default options, and with the highest concurrency. */
export function ourNodes({ instanceId }: SendTarget): Variant[] {
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
		{ name: 'our node, 100 concurrent chats', step: step({ concurrency: 100 }) },
	];
}

/**
 * n8n's HTTP Request node. By default it sends all items at the same time, which is its fastest way in most cases. The
 * response format is set to JSON, so that it need not detect it.
 */
export function httpRequestNodes({ url, key, instanceId, headerCredentialId }: SendTarget): Baseline[] {
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
		{ name: 'HTTP Request, all at once', step: step(withCredential, {}), keyInWorkflow: false },
		{ name: 'HTTP Request, batches of 50', step: step(withCredential, batches(50)), keyInWorkflow: false },
		{ name: 'HTTP Request, batches of 200', step: step(withCredential, batches(200)), keyInWorkflow: false },
		{
			name: 'HTTP Request, all at once, key in the workflow',
			step: step(keyInWorkflow, {}),
			keyInWorkflow: true,
		},
	];
}
