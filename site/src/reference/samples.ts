import { sample } from 'openapi-sampler';
import { resolve, type Document, type Operation, type Parameter, type Schema } from './openapi.ts';

/** Values of parameters and fields that the document gives no example for, by their names. */
const VALUES: Record<string, unknown> = {
	instanceId: 'inst_01k9z5q7v8w9x0y1z2a3b4c5d6',
	messageId: 'msg_01k9z5q7v8w9x0y1z2a3b4c5d6',
	quotedMessageId: 'msg_01k9z5q7v8w9x0y1z2a3b4c5d6',
	webhookId: 'wh_01k9z5q7v8w9x0y1z2a3b4c5d6',
	webhookSecret: 'whsec_…',
	secret: 'whsec_…',
	requestId: 'req_01k9z5q7v8w9x0y1z2a3b4c5d6',
	phone: '4915112345678',
	from: '4915112345678',
	to: '4915112345678',
	chatId: '4915112345678@s.whatsapp.net',
	senderId: '4915112345678@s.whatsapp.net',
	contactId: '4915112345678@s.whatsapp.net',
	groupId: '120363012345678901@g.us',
	name: 'Support',
	profileName: 'Support',
	contactName: 'Ada',
	content: 'Hello',
	url: 'https://example.com/hook',
	webhookUrl: 'https://example.com/hook',
};

/** Returns an example of a body: of a request only what is required, where something is. */
export function sampleBody(document: Document, schema: Schema, use: 'request' | 'response'): unknown {
	const options = { skipReadOnly: use === 'request', quiet: true };
	const smallest: unknown = sample(
		schema as never,
		{ ...options, skipNonRequired: use === 'request' },
		document,
	);
	const isEmpty = smallest === undefined || JSON.stringify(smallest) === '{}';
	return withValues(isEmpty ? sample(schema as never, options, document) : smallest);
}

/** Returns a request with cURL, as one runs it against a gateway at $URL with the key $KEY. */
export function curl(document: Document, method: string, path: string, operation: Operation): string {
	const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
	const url = withParameters(path, parameters);
	const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$URL${url}"`];
	if (needsKey(operation)) lines.push('-H "Authorization: Bearer $KEY"');
	const content = operation.requestBody?.content ?? {};
	const json = content['application/json']?.schema;
	if (json !== undefined) {
		lines.push("-H 'Content-Type: application/json'");
		lines.push(
			`-d '${JSON.stringify(sampleBody(document, json, 'request'), null, 2).replaceAll("'", "'\\''")}'`,
		);
	} else if ('multipart/form-data' in content) {
		lines.push('-F file=@picture.jpg');
	}
	return lines.join(' \\\n  ');
}

/** Returns whether a request needs an API key. */
export function needsKey({ security }: Operation): boolean {
	return security === undefined || security.length > 0;
}

function withParameters(path: string, parameters: Parameter[]): string {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const parameter = parameters.find((candidate) => candidate.name === name);
		return encodeURIComponent(String(valueOf(parameter, name)));
	});
	const query = parameters
		.filter((parameter) => parameter.in === 'query' && parameter.required === true)
		.map(
			(parameter) => `${parameter.name}=${encodeURIComponent(String(valueOf(parameter, parameter.name)))}`,
		);
	return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function valueOf(parameter: Parameter | undefined, name: string): unknown {
	return parameter?.example ?? VALUES[name] ?? parameter?.schema.enum?.[0] ?? `<${name}>`;
}

/** Replaces the word "string", which the sampler writes where it knows nothing, by a value of the field's name. */
function withValues(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => withValues(entry, name));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withValues(entry, key)]));
	}
	if (value !== 'string' && value !== null) return value;
	return value === null ? null : (VALUES[name] ?? '…');
}
