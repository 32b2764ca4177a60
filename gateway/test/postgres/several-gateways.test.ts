import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { createClient } from '../support/client.ts';
import { databaseEnvironment, endListening, runSql } from '../support/database.ts';
import { runGateway, startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText, statusOf } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';

describe('a cluster of two gateways', () => {
	let folder: string;
	let databaseUrl: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let first: GatewayProcess;
	let second: GatewayProcess;

	const start = (): Promise<GatewayProcess> =>
		startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
	const waitForStatus = (client: GatewayProcess, messageId: string, status: string) =>
		until(
			`the message to be ${status}`,
			async () => at(await statusOf(client, messageId), 'status') === status,
		);

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		({ DATABASE_URL: databaseUrl = '' } = await databaseEnvironment(folder));
		receiver = await startReceiver();
		first = await start();
		second = await start();
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	it('answers requests about an instance alike at both gateways', async () => {
		const instanceId = await connectedInstance(first);
		for (const gateway of [first, second]) {
			const answers = await Promise.all([
				gateway.get(`/v1/instances/${instanceId}/status`),
				gateway.post('/v1/contacts/check', { instanceId, phones: [ANA] }),
				gateway.get(`/v1/groups?instanceId=${instanceId}`),
			]);
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
			expect(answers[0].at('data.status')).toBe('connected');
			expect(answers[1].headers.get('x-request-id')).toMatch(/^req_/);
		}
		const wrong = await second.get(`/v1/groups/nothing@g.us?instanceId=${instanceId}`);
		expect([wrong.status, wrong.at('error.code')]).toEqual([404, 'group_not_found']);
		expect(wrong.at('error.requestId') ?? wrong.at('requestId')).toBe(wrong.headers.get('x-request-id'));
	});

	it('sends messages that either gateway accepted, and delivers each event once', async () => {
		const instanceId = await connectedInstance(first);
		await second.post('/v1/webhooks', { url: receiver.url, events: ['message.sent', 'message.received'] });
		const sent = await Promise.all([first, second].map((gateway) => sendText(gateway, instanceId, ANA)));
		for (const messageId of sent) await waitForStatus(second, messageId, 'read');
		await second.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content: 'Hi' });
		const requests = await receiver.count(3);
		expect(new Set(requests.map((request) => request.at('eventId'))).size).toBe(3);
		await receiver.find('the message that arrived', (request) => request.at('event') === 'message.received');
	});

	it('ignores notifications of other programs on the database', async () => {
		const instanceId = await connectedInstance(first);
		const texts = [
			'',
			'null',
			'{}',
			'{"from": 5, "queued": [], "changed": []}',
			'[',
			'{"from": "x", "queued": 1}',
		];
		for (const text of texts) await runSql(folder, `select pg_notify('messaging_gateway', '${text}')`);
		const messageId = await sendText(second, instanceId, ANA);
		await waitForStatus(first, messageId, 'read');
		expect(first.output().stderr).toContain('is not one of a gateway');
	});

	it('keeps the order within a chat whose messages both gateways accept', async () => {
		const instanceId = await connectedInstance(first);
		const sent: string[] = [];
		for (let turn = 0; turn < 25; turn += 1) {
			for (const gateway of [second, first]) sent.push(await sendText(gateway, instanceId, ANA));
		}
		for (const messageId of sent) await waitForStatus(first, messageId, 'read');
		const events = await runSql(folder, "select body from events where kind = 'message.sent' order by id");
		const sentIds = events.map(({ body }) => at(JSON.parse(String(body)), 'data.messageId'));
		expect(sentIds).toEqual(sent);
	});

	it('sends a message whose notification to the other gateway was lost', async () => {
		const instanceId = await connectedInstance(first);
		await endListening(folder);
		await waitForStatus(second, await sendText(second, instanceId, ANA), 'read');
	});

	it('takes over the instances of a killed gateway, and loses no accepted message', async () => {
		const instanceId = await connectedInstance(first);
		await second.post('/v1/webhooks', { url: receiver.url, events: ['message.read'] });
		const accepted = await Promise.all(
			Array.from({ length: 20 }, (_, index) => sendText(second, instanceId, `49151123456${10 + index}`)),
		);
		await first.end('SIGKILL');
		accepted.push(await sendText(second, instanceId, ANA));
		for (const messageId of accepted) await waitForStatus(second, messageId, 'read');
		await until('every event', () => {
			const published = new Set(receiver.requests.map((request) => request.at('data.messageId')));
			return accepted.every((messageId) => published.has(messageId));
		});
		expect((await second.get(`/v1/instances/${instanceId}/status`)).at('data.status')).toBe('connected');
	});

	it('rebalances the instances when another gateway joins', async () => {
		const ids: string[] = [];
		for (let index = 0; index < 6; index += 1) ids.push(await connectedInstance(first, `Shop ${index}`));
		const third = await start();
		const answered = await until('every instance to be connected', async () => {
			const answers = await Promise.all(ids.map((id) => third.get(`/v1/instances/${id}/status`)));
			return answers.every((answer) => answer.at('data.status') === 'connected') ? answers : null;
		});
		expect(answered).toHaveLength(6);
		for (const id of ids) await waitForStatus(third, await sendText(third, id, ANA), 'read');
		await third.end('SIGTERM');
		for (const id of ids) await waitForStatus(second, await sendText(second, id, ANA), 'read');
	});

	it('returns the result of a test delivery, whichever gateway makes the attempt', async () => {
		const webhook = await first.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		for (let round = 0; round < 10; round += 1) {
			for (const gateway of [first, second]) {
				const test = await gateway.post(`/v1/webhooks/${webhook.text('data.id')}/test`, {
					event: 'message.sent',
				});
				expect(test.at('data.statusCode') ?? test.at('statusCode')).toBe(200);
			}
		}
	});

	it('rejects a forged header of a forwarded request', async () => {
		const answer = await first.request('/v1/instances', {
			headers: { ...first.headers, 'x-gateway-forwarded': 'e30.AAAA' },
		});
		expect([answer.status, answer.at('error.code')]).toEqual([403, 'insufficient_permissions']);
		const content = Buffer.from(JSON.stringify({ requestId: 'req_forged', address: '10.0.0.1', at: 0 }));
		const forged = await first.request('/v1/instances', {
			headers: { ...first.headers, 'x-gateway-forwarded': `${content.toString('base64url')}.AAAA` },
		});
		expect(forged.status).toBe(403);
		expect(forged.headers.get('x-request-id')).not.toBe('req_forged');
	});

	it('counts the requests of a key together', async () => {
		const limited = { GATEWAY_RATE_LIMITS: 'general=10' };
		const gateways = [await startGatewayProcess(folder, limited), await startGatewayProcess(folder, limited)];
		const statuses: number[] = [];
		for (let index = 0; index < 12; index += 1) {
			const answer = await gateways[index % 2]?.get('/v1/health');
			statuses.push(answer?.status ?? 0);
		}
		expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
		for (const gateway of gateways) await gateway.end('SIGTERM');
	});

	it('refuses a key at every gateway after it was revoked on the command line', async () => {
		const keys = (...args: string[]) =>
			runGateway(['keys', ...args], { GATEWAY_DATA_DIR: folder, DATABASE_URL: databaseUrl });
		const { stdout } = await keys('create', '--name', 'CI');
		const clients = [first, second].map(({ url }) => createClient(url, /^mgw_\S+$/m.exec(stdout)?.[0] ?? ''));
		const statuses = async () =>
			Promise.all(clients.map(async (client) => (await client.get('/v1/health')).status));
		expect(await statuses()).toEqual([200, 200]);
		expect(await statuses()).toEqual([200, 200]);

		expect((await keys('revoke', /key_[0-9a-z]{26}/.exec(stdout)?.[0] ?? '')).code).toBe(0);
		await until('both gateways to refuse the key', async () => (await statuses()).join() === '401,401');
		expect(await statuses()).toEqual([401, 401]);
	});
});
