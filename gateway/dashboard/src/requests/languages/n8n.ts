import type { ApiRequest } from '../api-request.ts';

/**
 * A request as an HTTP Request node of n8n with the credential of our nodes, to be pasted into a workflow. No parameter
 * begins with an equals sign, so n8n evaluates no expression in it.
 */
export function toN8n({ method, url, body, fileField, answersFile = false }: ApiRequest): string {
	const node = {
		name: 'Messaging Gateway request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [0, 0],
		parameters: {
			method,
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingGatewayApi',
			...(body === undefined ? {} : jsonBody(body)),
			...(fileField === undefined ? {} : formBody(fileField)),
			options: answersFile ? { response: { response: { responseFormat: 'file' } } } : {},
		},
	};
	return JSON.stringify({ nodes: [node], connections: {} }, null, 2);
}

function jsonBody(body: unknown) {
	return { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(body, null, 2) };
}

/** A form with the file of the item's binary field `data`. */
function formBody(name: string) {
	const file = { parameterType: 'formBinaryData', name, inputDataFieldName: 'data' };
	return { sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters: [file] } };
}
