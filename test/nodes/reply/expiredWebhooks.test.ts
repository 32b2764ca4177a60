import { randomUUID } from 'node:crypto';

import { expect, it } from '@jest/globals';

import { until } from '../../../gateway/test/support/until.ts';
import { locator } from '../operations/fixture.ts';
import { startProxy } from '../support/proxy.ts';
import { WaitingN8n } from '../support/waitingN8n.ts';
import { BOSS, setUpQuestionTest } from './questionTest.ts';

const EXPIRED = 'n8n waits for a reply until 2026-01-01T00:00:00.000Z: Approvals';
const WAITING = 'n8n waits for a reply until 2999-01-01T00:00:00.000Z: Approvals';

const questionTest = setUpQuestionTest();

it('deletes the webhooks of expired waits, and lists them only once a deadline has passed', async () => {
	const { fixture, listWebhooks } = questionTest();
	let lists = 0;
	const proxy = await startProxy(fixture.gateway.url, (_requestNumber, { method, url }) => {
		if (method === 'GET' && url === '/v1/webhooks') lists++;
		return undefined;
	});
	const n8n = new WaitingN8n({ ...fixture.credential, baseUrl: proxy.url });
	await n8n.listen();
	const register = (name: string) =>
		fixture.gateway.request('POST', '/v1/webhooks', { url: n8n.url, events: ['message.received'], name });
	// The node remembers for each credential when it lists again, also from the tests of other files.
	const credentials = { messagingGatewayApi: { id: randomUUID(), name: 'Gateway' } };
	const ask = async (minutes: number) => {
		const parameters = {
			resource: 'message',
			operation: 'sendAndWait',
			...locator('instanceId', fixture.instanceId),
			...locator('to', `+${BOSS}`),
			message: 'May we order?',
			limitAmount: minutes,
			limitUnit: 'minutes',
		};
		const { waitTill } = await n8n.run(parameters, undefined, { credentials });
		return waitTill ?? new Date();
	};
	const namesOf = async () => (await listWebhooks()).map(({ name }) => name);
	await register(EXPIRED);
	await register(WAITING);
	await register('Mine');

	await ask(60);

	expect(lists).toBe(1);
	const first = await namesOf();
	expect(first).toHaveLength(3);
	expect(first).toEqual(expect.arrayContaining(['Mine', WAITING]));

	await ask(60);
	const deadline = await ask(0.001);

	expect(lists).toBe(1);
	expect(await namesOf()).toHaveLength(5);

	await until('the deadline', () => Date.now() > deadline.getTime());
	await ask(60);

	expect(lists).toBe(2);
	const last = await namesOf();
	expect(last).toHaveLength(5);
	expect(last.filter((name) => name.includes(deadline.toISOString()))).toEqual([]);
	await n8n.close();
	await proxy.close();
});
