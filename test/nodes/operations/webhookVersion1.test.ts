import { createRequire } from 'node:module';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

import { startGateway } from '../support/gateway.ts';
import type { Fixture } from './fixture.ts';
import { createFixture } from './fixture.ts';
import { nodeFile, runCase } from './runCase.ts';
import { webhookOfVersion1 } from './webhookVersion1.cases.ts';

const { MessagingGateway } = createRequire(__filename)(nodeFile) as { MessagingGateway: new () => INodeType };

/** The operations of a webhook that a version offers. */
function offeredOperations(version: 1 | 2): unknown[] {
	const [field, ...more] = new MessagingGateway().description.properties.filter(
		({ name, displayOptions: { show } = {} }) =>
			name === 'operation' &&
			show?.resource?.includes('webhook') &&
			show['@version']?.includes(1) === (version === 1),
	);
	expect(more).toEqual([]);
	return (field?.options as INodePropertyOptions[]).map(({ value }) => value);
}

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('a webhook operation', () => {
	it('is one of five in version 2, and one of thirteen in version 1', () => {
		expect(offeredOperations(2)).toEqual(['create', 'delete', 'get', 'getAll', 'update']);
		expect(offeredOperations(1).sort()).toEqual(Object.keys(webhookOfVersion1).sort());
		expect(offeredOperations(1)).toHaveLength(13);
	});

	it.each(Object.entries(webhookOfVersion1))(
		'of version 1 runs as before: %s',
		async (operation, arrange) => {
			await runCase(fixture, 'webhook', operation, arrange, 1);
		},
	);
});
