import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runGateway } from '../support/gateway-process.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { clientWith } from '../support/keys.ts';
import {
	N8N_KEY,
	startN8nStandIn,
	type ListedExecution,
	type N8nStandIn,
} from '../support/servers/n8n-api.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const NODE = '0b7e2c9c-6f0e-4b52-9d0a-2f3a5f6c7d88';

describe('what n8n executed', () => {
	let n8n: N8nStandIn;
	let receiver: Receiver;
	let gateway: TestGateway;
	let environment: Record<string, string>;
	let webhookId: string;

	beforeAll(async () => {
		n8n = await startN8nStandIn(NODE);
		receiver = await startReceiver();
		environment = { GATEWAY_N8N_URL: n8n.url, GATEWAY_N8N_API_KEY: N8N_KEY };
		gateway = await startTestGateway({ environment });
		const instanceId = await connectedInstance(gateway);
		const url = `http://127.0.0.1:${receiver.port}/webhook/${NODE}/webhook`;
		const created = await gateway.post('/v1/webhooks', { url, events: ['message.sent'] });
		webhookId = created.text('data.id');
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		for (let count = 0; count < 3; count += 1) await sendText(gateway, instanceId, '4915112345678');
		await until('the deliveries', () => receiver.requests.length === 6);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await n8n.close();
	});
	beforeEach(() => {
		n8n.answerWith = null;
	});

	const read = async (query = '') => (await gateway.get(`/v1/ledger/executions${query}`)).at('data');
	const execution = (status: string, more: Partial<ListedExecution> = {}): ListedExecution => ({
		id: String(n8n.executions.length + 1),
		workflowId: 'wf1',
		mode: 'webhook',
		status,
		startedAt: new Date().toISOString(),
		...more,
	});

	it('is counted by hour, of the workflow whose trigger the webhook belongs to', async () => {
		n8n.executions = [
			execution('success'),
			execution('success', { mode: 'trigger' }),
			execution('error'),
			execution('success', { mode: 'manual' }),
			execution('running', { startedAt: null }),
			execution('waiting'),
			execution('success', { startedAt: '2020-01-01T00:00:00.000Z' }),
			execution('success', { workflowId: 'another' }),
		];
		const counted = await until('the deliveries to be counted', async () => {
			const found = (await read()) as { hours: { delivered: number }[] };
			const delivered = found.hours.reduce((sum, hour) => sum + hour.delivered, 0);
			return delivered === 3 && found;
		});
		expect(counted).toMatchObject({ state: 'read', message: null });
		const sum = (name: string) =>
			counted.hours.reduce((total, hour) => total + ((hour as Record<string, unknown>)[name] as number), 0);
		expect([sum('started'), sum('succeeded'), sum('failed')]).toEqual([4, 2, 1]);
		expect(counted.hours[0]).toMatchObject({
			workflowId: 'wf1',
			workflowName: 'Answer customers',
			webhookId,
			truncated: false,
		});
	});

	it('says that more was executed than is read', async () => {
		n8n.executions = Array.from({ length: 20 }, () => execution('success'));
		expect(await read()).toMatchObject({ hours: [{ started: 16, truncated: true }] });
	});

	it('is printed by the command, which ends with the verdict of the ledger', async () => {
		n8n.executions = [execution('success')];
		const { stdout } = await runGateway(['ledger'], { ...environment, GATEWAY_DATA_DIR: gateway.folder });
		expect(stdout).toMatch(
			/n8n, Answer customers: 3 delivered, 1 started, 1 succeeded, 0 failed\n0 of \d+ missing\n$/,
		);
	});

	it.each([
		['a refused key', { status: 401, body: '{}' }, /GATEWAY_N8N_API_KEY/],
		['a wrong address', { status: 404, body: 'no' }, /404/],
		['another program', { status: 200, body: '<html>' }, /GATEWAY_N8N_URL/],
		['another API', { status: 200, body: '{"data":[{"id":1}]}' }, /GATEWAY_N8N_URL/],
		['an endless answer', { status: 200, body: 'x'.repeat(17 * 1024 * 1024) }, /did not answer/],
	])('is not returned where n8n is %s, and the message says what to do', async (_what, answer, message) => {
		n8n.answerWith = answer;
		const found = await read();
		expect(found).toEqual({ state: 'unreadable', message: expect.stringMatching(message), hours: [] });
		expect(JSON.stringify(found)).not.toContain(N8N_KEY);
	});

	it('is not returned for webhooks of all instances to a key that is limited to one', async () => {
		const limited = await clientWith(gateway, { instances: [await connectedInstance(gateway)] });
		expect((await limited.get('/v1/ledger/executions')).at('data')).toMatchObject({
			state: 'read',
			hours: [],
		});
	});
});

describe('what n8n executed, without an API key of n8n', () => {
	it('is not set up', async () => {
		const gateway = await startTestGateway();
		expect((await gateway.get('/v1/ledger/executions')).at('data')).toMatchObject({
			state: 'not_set_up',
			message: expect.stringContaining('GATEWAY_N8N_URL'),
		});
		await gateway.close();
	});
});
