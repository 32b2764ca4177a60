import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import { ACTION_NODE, loadedPackage, NEWEST_VERSION, nodeTypes } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

interface Description {
	components: object;
	paths: Record<string, Record<string, { responses: Record<string, Schema & { content?: Content }> }>>;
}

type Content = Record<string, { schema: Schema }>;

const description = JSON.parse(readFileSync(path.join(ROOT, 'gateway/openapi.json'), 'utf8')) as Description;

/** The request of each operation with Selected Fields. */
const REQUESTS: Readonly<Record<string, string>> = {
	'chat archive': 'patch /v1/chats/{chatId}',
	'chat get': 'get /v1/chats/{chatId}',
	'chat getAll': 'get /v1/chats',
	'chat markUnread': 'patch /v1/chats/{chatId}',
	'chat unarchive': 'patch /v1/chats/{chatId}',
	'chat update': 'patch /v1/chats/{chatId}',
	'contact getAll': 'get /v1/contacts',
	'group get': 'get /v1/groups/{groupId}',
	'group getAll': 'get /v1/groups',
	'group join': 'post /v1/groups/join',
	'group update': 'patch /v1/groups/{groupId}',
	'instance disconnect': 'post /v1/instances/{instanceId}/disconnect',
	'instance get': 'get /v1/instances/{instanceId}',
	'instance getAll': 'get /v1/instances',
	'instance getHealth': 'get /v1/instances/{instanceId}/health',
	'instance getStatus': 'get /v1/instances/{instanceId}/status',
	'message get': 'get /v1/messages/{messageId}',
	'message getAll': 'get /v1/messages',
	'message search': 'get /v1/messages/search',
	'webhook create': 'post /v1/webhooks',
	'webhook get': 'get /v1/webhooks/{webhookId}',
	'webhook getAll': 'get /v1/webhooks',
	'webhook update': 'put /v1/webhooks/{webhookId}',
};

function resolve<T extends { $ref?: string }>(schema: T | undefined): T {
	if (schema?.$ref === undefined) return schema ?? ({} as T);
	const names = schema.$ref.split('/').slice(1);
	const found = names.reduce<object>(
		(part, name) => (part as Record<string, object>)[name] ?? {},
		description,
	);
	return resolve(found as T);
}

/** Returns the fields of the response, or of an entry of its list. */
function fieldsOf(request: string): string[] {
	const [method = '', url = ''] = request.split(' ');
	const { responses = {} } = description.paths[url]?.[method] ?? {};
	const response = resolve(responses['200'] ?? responses['201']);
	const body = resolve(response.content?.['application/json']?.schema);
	const data = resolve(body.properties?.data);
	return Object.keys(resolve(data.items ?? data).properties ?? {});
}

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('Selected Fields', () => {
	it('offers the fields that the gateway returns, and no others', () => {
		const { properties } = nodeTypes.getByNameAndVersion(ACTION_NODE, NEWEST_VERSION).description;
		const forms = properties.filter(({ name }) => name === 'fields');
		const offered = forms.flatMap(({ displayOptions, options }) => {
			const values = (options as INodePropertyOptions[]).map(({ value }) => String(value)).sort();
			const { resource = [], operation = [] } = (displayOptions?.show ?? {}) as Record<string, string[]>;
			return operation.map((name) => [`${resource[0] ?? ''} ${name}`, values] as const);
		});
		const returned = Object.entries(REQUESTS).map(([name, request]) => [name, fieldsOf(request).sort()]);

		expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(returned));
	});
});
