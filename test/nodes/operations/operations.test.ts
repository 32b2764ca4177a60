import { createRequire } from 'node:module';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { loadOutputSchema } from 'n8n-core';
import type { IDataObject, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { startGateway } from '../support/gateway.ts';
import { ROOT } from '../support/root.ts';
import { runNodeWith } from '../support/runNode.ts';
import { table } from './table.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

const nodeFile = path.join(ROOT, 'dist', 'nodes', 'MessagingGateway', 'MessagingGateway.node.js');
const { MessagingGateway } = createRequire(__filename)(nodeFile) as { MessagingGateway: new () => INodeType };

/** Every operation of every resource, as the node's form offers them. */
const offered = new MessagingGateway().description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) => {
		const [resource] = (displayOptions?.show?.resource ?? []) as string[];
		return (options as INodePropertyOptions[]).map(({ value }) => [resource ?? '', String(value)] as const);
	});

/** The JSON schema by which the editor shows what an operation will put out, as n8n finds it. */
function sampleOf(resource: string, operation: string): Record<string, unknown> | undefined {
	return loadOutputSchema({ nodeDir: path.dirname(nodeFile), version: 1, resource, operation });
}

/** Tells in what an item differs from the sample: wrong types, and fields it does not have. */
function notInSample(resource: string, operation: string, json: IDataObject): unknown[] {
	const schema = sampleOf(resource, operation) ?? {};
	const validate = new Ajv({ strict: false }).compile(schema);
	const unknown = Object.keys(json).filter((field) => !(field in (schema.properties as object)));
	return validate(json) ? unknown : [...unknown, ...(validate.errors ?? [])];
}

let world: World;

beforeAll(async () => {
	world = await createWorld(await startGateway());
});

afterAll(async () => {
	await world.gateway.stop();
});

describe('the operation', () => {
	it.each(offered)('%s > %s does what it says', async (resource, operation) => {
		const arrange = table[resource]?.[operation];
		if (!arrange) throw new Error(`The table has no case for ${resource} > ${operation}`);
		const { parameters, input = [{ json: {} }], output, afterwards } = await arrange(world);

		const run = await runNodeWith(world.credential, { resource, operation, ...parameters }, input);

		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject(output);
		for (const { pairedItem } of run.items) expect(pairedItem).toEqual({ item: expect.any(Number) });
		await afterwards?.(run.items);
		if (parameters.output !== undefined || run.waitTill) return;
		for (const { json } of run.items) expect(notInSample(resource, operation, json)).toEqual([]);
	});

	it.each(offered)('%s > %s has a sample of its output for the editor', (resource, operation) => {
		expect(sampleOf(resource, operation)).toMatchObject({ type: 'object', version: 1 });
	});

	it('is offered wherever the table has a case', () => {
		const tested = Object.entries(table).flatMap(([resource, cases]) =>
			Object.keys(cases).map((operation) => [resource, operation]),
		);
		expect(offered).toEqual(expect.arrayContaining(tested));
	});
});
