import { createRequire } from 'node:module';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { loadOutputSchema } from 'n8n-core';
import type { IDataObject, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { startGateway } from '../support/gateway.ts';
import { ROOT } from '../support/root.ts';
import { runNodeWith } from '../support/runNode.ts';
import { operationCases } from './operationCases.ts';
import type { Fixture } from './fixture.ts';
import { createFixture } from './fixture.ts';

const nodeFile = path.join(ROOT, 'dist', 'nodes', 'MessagingGateway', 'MessagingGateway.node.js');
const { MessagingGateway } = createRequire(__filename)(nodeFile) as { MessagingGateway: new () => INodeType };

/** Every resource and operation of the node's form. */
const operations = new MessagingGateway().description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) => {
		const [resource] = (displayOptions?.show?.resource ?? []) as string[];
		return (options as INodePropertyOptions[]).map(({ value }) => [resource ?? '', String(value)] as const);
	});

/** Returns the JSON schema of an operation's output, which n8n shows in the editor. */
function getSample(resource: string, operation: string): Record<string, unknown> | undefined {
	return loadOutputSchema({ nodeDir: path.dirname(nodeFile), version: 1, resource, operation });
}

/** Returns the differences between an item and the sample: wrong types and unknown fields. */
function differencesFromSample(resource: string, operation: string, json: IDataObject): unknown[] {
	const schema = getSample(resource, operation) ?? {};
	const validate = new Ajv({ strict: false }).compile(schema);
	const unknown = Object.keys(json).filter((field) => !(field in (schema.properties as object)));
	return validate(json) ? unknown : [...unknown, ...(validate.errors ?? [])];
}

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('the operation', () => {
	it.each(operations)('%s > %s returns the expected output', async (resource, operation) => {
		const arrangeCase = operationCases[resource]?.[operation];
		if (!arrangeCase) throw new Error(`There is no test case for ${resource} > ${operation}`);
		const { parameters, input = [{ json: {} }], output, verify } = await arrangeCase(fixture);

		const run = await runNodeWith(fixture.credential, { resource, operation, ...parameters }, input);

		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject(output);
		for (const { pairedItem } of run.items) expect(pairedItem).toEqual({ item: expect.any(Number) });
		await verify?.(run.items);
		if (parameters.output !== undefined || run.waitTill) return;
		for (const { json } of run.items) expect(differencesFromSample(resource, operation, json)).toEqual([]);
	});

	it.each(operations)('%s > %s has a sample of its output for the editor', (resource, operation) => {
		expect(getSample(resource, operation)).toMatchObject({ type: 'object', version: 1 });
	});

	it('exists for every test case', () => {
		const tested = Object.entries(operationCases).flatMap(([resource, cases]) =>
			Object.keys(cases).map((operation) => [resource, operation]),
		);
		expect(operations).toEqual(expect.arrayContaining(tested));
	});
});
