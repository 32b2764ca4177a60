import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

describe('/v1/instances', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	it('creates a disconnected instance with the default settings', async () => {
		const answer = await gateway.post('/v1/instances', { name: 'Support' });
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			success: true,
			data: {
				id: expect.stringMatching(/^inst_[0-9a-z]{26}$/),
				name: 'Support',
				status: 'disconnected',
				phone: null,
				profileName: null,
				profilePicUrl: null,
				webhookUrl: null,
				webhookEvents: [],
				webhookId: null,
				webhookSecret: null,
				settings: {
					autoRead: false,
					autoTyping: true,
					rejectCalls: false,
					takeover: null,
					proxyUrl: null,
				},
				createdAt: expect.stringMatching(/Z$/),
				lastSeenAt: expect.stringMatching(/Z$/),
			},
		});
	});

	it('returns a created instance by its id', async () => {
		const created = await gateway.post('/v1/instances', {
			name: 'Ünïcode 🙂',
			webhookUrl: 'http://127.0.0.1:1/hook',
			webhookEvents: ['message.received'],
			settings: {
				autoRead: true,
				autoTyping: false,
				rejectCalls: false,
				takeover: null,
				proxyUrl: null,
			},
		});
		const response = await gateway.get(`/v1/instances/${created.text('data.id')}`);
		expect(response.status).toBe(200);
		expect(response.body).toEqual(created.body);
		expect(response.text('data.webhookSecret')).toMatch(/^whsec_/);
	});

	it.each([
		['no name', {}, 'invalid_parameters'],
		['a blank name', { name: ' \u2003 ' }, 'invalid_parameters'],
		['a name that is no string', { name: 123 }, 'invalid_parameters'],
		['an unknown field', { name: 'A', colour: 'red' }, 'invalid_parameters'],
		['an unknown setting', { name: 'A', settings: { autoReply: true } }, 'invalid_parameters'],
		['an invalid webhook URL', { name: 'A', webhookUrl: 'nowhere' }, 'invalid_webhook_url'],
		['a private webhook URL', { name: 'A', webhookUrl: 'https://10.1.2.3/' }, 'invalid_webhook_url'],
		['an unknown event kind', { name: 'A', webhookEvents: ['message.sung'] }, 'invalid_webhook_events'],
	])('answers 400 for %s', async (_what, body, code) => {
		const answer = await gateway.post('/v1/instances', body);
		expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
	});

	it.each(['', '/status', '/qrcode'])('answers 404 for an unknown instance at %s', async (path) => {
		const answer = await gateway.get(`/v1/instances/inst_00000000000000000000000000${path}`);
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'instance_not_found']);
	});
});

describe('GET /v1/instances', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
		for (const name of ['A', 'B', 'C']) await gateway.post('/v1/instances', { name });
		await connectedInstance(gateway, 'D');
	});
	afterAll(() => gateway.close());

	const names = async (query: string): Promise<unknown[]> => {
		const { body } = await gateway.get(`/v1/instances${query}`);
		return (at(body, 'data') as unknown[]).map((instance) => at(instance, 'name'));
	};

	it('lists the newest instance first, in pages with hasMore', async () => {
		const page = await gateway.get('/v1/instances?limit=2&offset=1');
		expect(page.at('pagination')).toEqual({ total: 4, limit: 2, offset: 1, hasMore: true });
		expect(await names('?limit=2&offset=1')).toEqual(['C', 'B']);
		expect(await names('')).toEqual(['D', 'C', 'B', 'A']);
	});

	it('ignores parameters that it does not know', async () => {
		expect(await names('?page=2&limit=1')).toEqual(['D']);
	});

	it('filters by status', async () => {
		expect(await names('?status=qr_pending')).toEqual([]);
		expect(await names('?status=connected')).toEqual(['D']);
		expect(await names('?status=disconnected')).toEqual(['C', 'B', 'A']);
		expect(await names('?status=all&limit=1')).toEqual(['D']);
	});

	it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'status=gone'])(
		'answers 400 for %s',
		async (query) => {
			const answer = await gateway.get(`/v1/instances?${query}`);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(query.split('=')[0]);
		},
	);
});

describe('GATEWAY_PLAN', () => {
	it('limits the number of instances', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_PLAN: 'free' } });
		expect((await gateway.post('/v1/instances', { name: 'One' })).status).toBe(201);
		const second = await gateway.post('/v1/instances', { name: 'Two' });
		expect([second.status, second.at('error.code')]).toEqual([403, 'instance_limit_reached']);
		expect((await gateway.get('/v1/health')).at('plan')).toBe('free');
		await gateway.close();
	});
});
