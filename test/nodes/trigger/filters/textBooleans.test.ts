import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { listWebhooks } from '../../support/webhooks.ts';
import { withTrigger } from '../withTrigger.ts';

const ADA = '491518000301';
const EVENTS = ['message.received'];

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, content: 'The chat begins' });
	const { gateway, instanceId } = fixture;
	const settings = { takeover: { releaseAfter: '30m' } };
	await gateway.request('PATCH', `/v1/instances/${instanceId}`, { settings });
	const chat = `/v1/chats/${ADA}@s.whatsapp.net`;
	await gateway.request('PUT', `${chat}/owner`, { instanceId, owner: 'person' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('a boolean of the trigger that an expression returns as a text, as the variables of n8n are', () => {
	it.each([
		['true', true],
		['false', false],
	])('keeps the order in each chat: %s', async (text, ordered) => {
		const parameters = { events: EVENTS, options: { ordered: `={{ "${text}" }}` } };
		await withTrigger(fixture.credential, parameters, async () => {
			expect(await listWebhooks(fixture.gateway)).toMatchObject([{ ordered }]);
		});
	});

	it.each(['leaveOutTakenChats', 'onlyRepliesToMe'])('turns the filter %s off', async (filter) => {
		const parameters: INodeParameters = { events: EVENTS, filters: { [filter]: '={{ "false" }}' } };
		await withTrigger(fixture.credential, parameters, async (host) => {
			await receiveMessage(fixture, { from: ADA, content: 'In a chat that a person has' });

			expect(await host.nextStart()).toMatchObject([{ json: { content: 'In a chat that a person has' } }]);
		});
	});

	it('turns a filter on', async () => {
		const parameters = { events: EVENTS, filters: { leaveOutTakenChats: '={{ "true" }}' } };
		await withTrigger(fixture.credential, parameters, async (host) => {
			await receiveMessage(fixture, { from: ADA, content: 'Left out' });
			await receiveMessage(fixture, { from: '491518000302', content: 'Wanted' });

			expect(await host.nextStart()).toMatchObject([{ json: { content: 'Wanted' } }]);
		});
	});
});
