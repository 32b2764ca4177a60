import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { loadedPackage, TRIGGER_NODE } from '../../support/loadedPackage.ts';
import { chatEvents } from './chatEvents.cases.ts';
import { ADA, TIME } from './eventCase.ts';
import { instanceEvents } from './instanceEvents.cases.ts';
import { messageEvents } from './messageEvents.cases.ts';
import { withTrigger } from '../withTrigger.ts';

const cases = { ...messageEvents, ...chatEvents, ...instanceEvents };

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('version 2 starts the workflow with the fields of the kind on', () => {
	beforeAll(async () => {
		await receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'I am here' });
	});

	it.each(Object.entries(cases))('%s', async (event, { output, cause }) => {
		const parameters = { events: [event], options: { ordered: true } };
		await withTrigger(fixture.credential, parameters, async (host) => {
			await cause(fixture);

			const starts = [await host.nextStart()];
			if (event === 'group.updated') starts.push(await host.nextStart());
			// Executions start in order, but the second one may end before the first.
			const [item] = starts.find(([first]) => first?.json.description !== 'We sing') ?? [];

			const json = { ...item?.json };
			if (!('instanceId' in output)) {
				expect(json.instanceId).toBe(fixture.instanceId);
				delete json.instanceId;
			}
			expect(json).toEqual({ event, timestamp: TIME, ...output });
		});
	});

	it('every event of the form', async () => {
		await loadedPackage.loadAll();
		const { properties } = loadedPackage.getNode(TRIGGER_NODE).type.description as unknown as {
			properties: { name: string; options: INodePropertyOptions[] }[];
		};
		const events = properties
			.find(({ name }) => name === 'events')
			?.options.map(({ value }) => String(value));
		expect(Object.keys(cases).sort()).toEqual(events?.sort());
	});
});
