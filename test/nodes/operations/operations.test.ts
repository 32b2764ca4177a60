import { createRequire } from 'node:module';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDisplayOptions, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { startGateway } from '../support/gateway.ts';
import { operationCases } from './operationCases.ts';
import type { Fixture } from './fixture.ts';
import { createFixture } from './fixture.ts';
import { getSample, nodeFile, runCase } from './runCase.ts';

const { MessagingGateway } = createRequire(__filename)(nodeFile) as { MessagingGateway: new () => INodeType };

/** Returns whether the newest version of the node has a field. */
function isOfNewestVersion(displayOptions: IDisplayOptions | undefined): boolean {
	return !displayOptions?.show?.['@version']?.includes(1);
}

/** Every resource and operation of the node's newest form. */
const operations = new MessagingGateway().description.properties
	.filter(({ name, displayOptions }) => name === 'operation' && isOfNewestVersion(displayOptions))
	.flatMap(({ displayOptions, options }) => {
		const [resource] = (displayOptions?.show?.resource ?? []) as string[];
		return (options as INodePropertyOptions[]).map(({ value }) => [resource ?? '', String(value)] as const);
	});

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
		await runCase(fixture, resource, operation, arrangeCase);
	});

	it.each(operations)('%s > %s has a sample of its output for the editor', (resource, operation) => {
		expect(getSample(resource, operation)).toMatchObject({ type: 'object' });
	});

	it('exists for every test case', () => {
		const tested = Object.entries(operationCases).flatMap(([resource, cases]) =>
			Object.keys(cases).map((operation) => [resource, operation]),
		);
		expect(operations).toEqual(expect.arrayContaining(tested));
	});
});
