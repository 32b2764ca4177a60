import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadOutputSchema } from 'n8n-core';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
}
interface Operation {
	post: { requestBody: { content: { 'application/json': { schema: Schema } } } };
}
interface OpenApi {
	components: { schemas: Record<string, Schema> };
	webhooks: Record<string, Operation>;
}

const openApi = JSON.parse(readFileSync(path.join(ROOT, 'gateway/openapi.json'), 'utf8')) as OpenApi;

/** Returns the names of the properties of a schema, or of the schema that it refers to. */
function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
	const name = schema?.$ref?.split('/').at(-1);
	return (name === undefined ? schema : openApi.components.schemas[name])?.properties ?? {};
}

function valuesOf(parameter: string): unknown[] {
	const { properties } = loadedPackage.getNode(TRIGGER_NODE).type.description as INodeTypeDescription;
	const options = properties.find(({ name }) => name === parameter)?.options as INodePropertyOptions[];
	return options.map(({ value }) => value);
}

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('the form of the trigger', () => {
	it('has all events that the gateway delivers, and each once', () => {
		const events = valuesOf('events');
		expect([...events].sort()).toEqual(Object.keys(openApi.webhooks).sort());
	});

	it.each(Object.entries(openApi.webhooks))('has the fields of %s in Selected Fields', (_event, { post }) => {
		const envelope = propertiesOf(post.requestBody.content['application/json'].schema);
		const fields = [...Object.keys(propertiesOf(envelope.data)), 'event', 'eventId', 'timestamp', 'test'];
		const offered = valuesOf('fields');
		expect(fields.filter((field) => !offered.includes(field))).toEqual([]);
	});

	it.each([
		[1, ['event', 'eventId', 'isGroup']],
		[2, ['event', 'timestamp', 'chatId', 'reply']],
	])('shows the output of version %i before the first execution', (version, fields) => {
		const nodeDir = path.join(ROOT, 'dist/nodes/MessagingGatewayTrigger');
		const { properties } = loadOutputSchema({ nodeDir, version }) as { properties: object };
		expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields));
	});
});
