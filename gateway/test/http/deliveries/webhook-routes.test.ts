import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;
const NO_DELIVERY = 'dlv_00000000000000000000000000';
/** All delays of the retry schedule, jitter included. */
const WHOLE_LADDER = [33_000, 132_000, 660_000, 1.1 * HOUR, 6.6 * HOUR];

describe('deliveries', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	let path: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const events = ['message.received', 'instance.disconnected'];
		webhookId = (await gateway.post('/v1/webhooks', { url: receiver.url, events })).text('data.id');
		path = `/v1/webhooks/${webhookId}/deliveries`;
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const arrive = (content = 'Hello') =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content });
	const list = async (query = '') => (await gateway.get(path + query)).at('data.deliveries') as unknown[];
	const ids = async (query = '') => (await list(query)).map((one) => String(at(one, 'id')));
	/** Waits until the newest delivery is so. */
	const newestIs = (status: string, attempts: number) =>
		until(`the newest delivery to be ${status}`, async () => {
			const [newest] = await list();
			const fits = at(newest, 'status') === status && at(newest, 'attempts') === attempts;
			return fits && (status === 'pending' ? at(newest, 'nextAttemptAt') !== null : true) && newest;
		});
	/** Lets one delivery fail for good. */
	const failForGood = async (): Promise<string> => {
		receiver.answer((response) => response.writeHead(500).end('no'));
		await arrive();
		for (const [index, delay] of WHOLE_LADDER.entries()) {
			await newestIs('pending', index + 1);
			clock.advance(delay);
		}
		return String(at(await newestIs('failed', 6), 'id'));
	};
	const refusal = (answer: { status: number; at: (path: string) => unknown }) => [
		answer.status,
		answer.at('error.code'),
	];

	it('are listed newest first, by status and kind of event, a page at a time', async () => {
		for (const content of ['one', 'two', 'three']) {
			await arrive(content);
			await newestIs('success', 1);
		}
		receiver.answer((response) => response.writeHead(503).end());
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const waiting = await newestIs('pending', 1);
		expect(waiting).toEqual({
			id: expect.stringMatching(/^dlv_/),
			eventId: expect.stringMatching(/^evt_/),
			event: 'instance.disconnected',
			status: 'pending',
			attempts: 1,
			createdAt: new Date(clock.now()).toISOString(),
			nextAttemptAt: expect.stringMatching(/Z$/),
			finishedAt: null,
			lastStatusCode: 503,
			lastError: null,
		});
		const all = await ids();
		expect(all).toHaveLength(4);
		expect([...all].sort().reverse()).toEqual(all);
		expect(await ids('?status=pending')).toEqual(all.slice(0, 1));
		expect(await ids('?status=success')).toEqual(all.slice(1));
		expect(await ids('?event=message.received')).toEqual(all.slice(1));
		expect(await ids('?event=message.received&status=pending')).toEqual([]);

		const first = await gateway.get(`${path}?limit=3`);
		expect(first.at('data.pagination')).toEqual({ hasMore: true, nextCursor: all[2] });
		const second = await gateway.get(`${path}?limit=3&before=${first.text('data.pagination.nextCursor')}`);
		expect(second.at('data.deliveries')).toEqual([expect.objectContaining({ id: all[3] })]);
		expect(second.at('data.pagination')).toEqual({ hasMore: false, nextCursor: null });
	});

	it.each(['status=lost', 'event=message.lost', 'limit=0', 'limit=101', 'before=now', 'after=x'])(
		'are not listed by %s',
		async (query) => {
			expect(refusal(await gateway.get(`${path}?${query}`))).toEqual([400, 'invalid_parameters']);
		},
	);

	it('show the bytes sent, and what was sent and answered in each attempt', async () => {
		receiver.answer((response) => {
			const failing = receiver.requests.length === 1;
			response.writeHead(failing ? 503 : 201, { 'x-answer': 'mine', 'set-cookie': ['a=1', 'b=2'] });
			response.end(failing ? 'not now' : 'done');
		});
		await arrive('Grüße');
		await newestIs('pending', 1);
		clock.advance(33_000);
		await newestIs('success', 2);
		const [first, second] = receiver.requests;
		const [id] = await ids();
		const { body } = await gateway.get(`${path}/${id ?? ''}`);
		expect(at(body, 'data')).toMatchObject({
			id,
			status: 'success',
			lastStatusCode: 201,
			body: first?.raw,
			attempts: [
				{
					number: 1,
					duration: 0,
					statusCode: 503,
					error: null,
					request: { url: receiver.url },
					response: { headers: { 'x-answer': 'mine', 'set-cookie': ['a=1', 'b=2'] }, body: 'not now' },
				},
				{ number: 2, statusCode: 201, response: { body: 'done' } },
			],
		});
		const sent = at(body, 'data.attempts.1.request.headers') as Record<string, string>;
		expect(Object.keys(sent)).toContain('x-service-signature');
		expect(second?.headers).toMatchObject(sent);
		expect(JSON.stringify(body)).not.toContain('whsec_');
	});

	it('keep no more than the beginning of an answer, as text that can be stored', async () => {
		receiver.answer((response) => response.end(`a\0b${'x'.repeat(19_996)}€${'y'.repeat(100_000)}`));
		await arrive();
		await newestIs('success', 1);
		const [id] = await ids();
		const { body } = await gateway.get(`${path}/${id ?? ''}`);
		expect(at(body, 'data.attempts.0.response.body')).toBe(`a\uFFFDb${'x'.repeat(19_996)}`);
	});

	it('say why there was no answer', async () => {
		await gateway.put(`/v1/webhooks/${webhookId}`, { url: 'http://127.0.0.1:1/' });
		await arrive();
		await newestIs('pending', 1);
		const [newest] = await list();
		const reason = 'The receiver refused the connection.';
		expect(newest).toMatchObject({ lastStatusCode: null, lastError: reason });
		const { body } = await gateway.get(`${path}/${String(at(newest, 'id'))}`);
		expect(at(body, 'data.attempts')).toMatchObject([{ statusCode: null, response: null, error: reason }]);
	});

	it('that have failed begin the whole schedule again when they are retried, and count on', async () => {
		const id = await failForGood();
		const retried = await gateway.post(`${path}/${id}/retry`);
		expect(retried.status).toBe(200);
		expect(retried.at('data')).toMatchObject({ id, status: 'pending', finishedAt: null });
		for (const [index, delay] of WHOLE_LADDER.entries()) {
			await newestIs('pending', index + 7);
			clock.advance(delay);
		}
		await newestIs('failed', 12);
		const numbers = receiver.requests.map(({ headers }) => Number(headers['x-service-attempt']));
		expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(new Set(receiver.requests.map(({ raw }) => raw)).size).toBe(1);
	});

	it('that wait are attempted at once when they are retried, and go on in their schedule', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		const waiting = await newestIs('pending', 1);
		await gateway.post(`${path}/${String(at(waiting, 'id'))}/retry`);
		await receiver.count(2);
		const again = await newestIs('pending', 2);
		const wait = Date.parse(String(at(again, 'nextAttemptAt'))) - clock.now();
		expect(wait).toBeGreaterThanOrEqual(120_000);
	});

	it('that were taken are sent again when they are retried', async () => {
		await arrive();
		const taken = await newestIs('success', 1);
		await gateway.post(`${path}/${String(at(taken, 'id'))}/retry`);
		const [first, second] = await receiver.count(2);
		expect(second?.raw).toBe(first?.raw);
		await newestIs('success', 2);
	});

	it('are cancelled where the webhook becomes inactive, and retried only once it is active', async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await arrive();
		const id = String(at(await newestIs('pending', 1), 'id'));
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'inactive' });
		expect(await list()).toMatchObject([{ status: 'cancelled', nextAttemptAt: null }]);
		clock.advance(48 * HOUR);
		const refused = await gateway.post(`${path}/${id}/retry`);
		expect(refusal(refused)).toEqual([400, 'invalid_parameters']);
		expect(refused.text('error.message')).toContain(`PUT /v1/webhooks/${webhookId}`);
		const since = new Date(0).toISOString();
		expect(refusal(await gateway.post(`${path}/recover`, { since }))).toEqual([400, 'invalid_parameters']);
		expect(receiver.requests).toHaveLength(1);

		receiver.answer((response) => response.end());
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'active' });
		await gateway.post(`${path}/${id}/retry`);
		await newestIs('success', 2);
	});

	it('that have failed in a time are recovered all together, and no others', async () => {
		const before = await failForGood();
		clock.advance(1000);
		const since = new Date(clock.now()).toISOString();
		const during = [await failForGood(), await failForGood()];
		clock.advance(1000);
		const end = new Date(clock.now()).toISOString();
		const after = await failForGood();
		receiver.answer((response) => response.end());
		const sentBefore = receiver.requests.length;

		const recovered = await gateway.post(`${path}/recover`, { since, until: end });
		expect(recovered.body).toEqual({ success: true, data: { recovered: 2 } });
		await until('both to be delivered', async () => (await ids('?status=success')).length === 2);
		expect((await ids('?status=success')).sort()).toEqual(during.sort());
		expect((await ids('?status=failed')).sort()).toEqual([before, after].sort());
		expect(receiver.requests).toHaveLength(sentBefore + 2);

		const rest = await gateway.post(`${path}/recover`, { since });
		expect(rest.at('data.recovered')).toBe(1);
		await until('the last one', async () => (await ids('?status=success')).length === 3);
	});

	it('are recovered from a moment that is one', async () => {
		await failForGood();
		const since = new Date(0).toISOString();
		for (const body of [
			{},
			{ since: 'yesterday' },
			{ since, until: 1 },
			// A leap second, and an offset without minutes: moments by their standards, and none to a clock of ours.
			{ since: '2016-12-31T23:59:60Z' },
			{ since: '2099-01-31T12:00:00+01' },
			{ since, until: '2099-01-31T12:00:00+01' },
		]) {
			expect(refusal(await gateway.post(`${path}/recover`, body))).toEqual([400, 'invalid_parameters']);
		}
	});

	it('are looked for in the webhook they belong to', async () => {
		await arrive();
		const id = String(at(await newestIs('success', 1), 'id'));
		const other = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.read'] });
		const elsewhere = `/v1/webhooks/${other.text('data.id')}/deliveries`;
		for (const answer of [
			await gateway.get(`${path}/${NO_DELIVERY}`),
			await gateway.post(`${path}/${NO_DELIVERY}/retry`),
			await gateway.get(`${elsewhere}/${id}`),
			await gateway.post(`${elsewhere}/${id}/retry`),
		]) {
			expect(refusal(answer)).toEqual([404, 'not_found']);
		}
		for (const answer of [
			await gateway.get('/v1/webhooks/wh_0/deliveries'),
			await gateway.get(`/v1/webhooks/wh_0/deliveries/${id}`),
			await gateway.post(`/v1/webhooks/wh_0/deliveries/${id}/retry`),
			await gateway.post('/v1/webhooks/wh_0/deliveries/recover', { since: new Date(0).toISOString() }),
		]) {
			expect(refusal(answer)).toEqual([404, 'webhook_not_found']);
		}
	});

	it("of an instance's own webhook are reached by its webhookId, while it is changed as an instance", async () => {
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		const own = created.text('data.webhookId');
		const ownInstance = created.text('data.id');
		expect((await gateway.get(`/v1/instances/${ownInstance}`)).at('data.webhookId')).toBe(own);
		await gateway.post(`/v1/instances/${ownInstance}/connect`, { method: 'qrcode' });
		const delivery = await until('a delivery', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${own}/deliveries?status=success`);
			return (at(body, 'data.deliveries') as unknown[])[0];
		});
		expect(delivery).toMatchObject({ event: 'instance.qr_updated' });
		const retried = await gateway.post(`/v1/webhooks/${own}/deliveries/${String(at(delivery, 'id'))}/retry`);
		expect(retried.status).toBe(200);
		expect((await gateway.get(`/v1/webhooks/${own}/health`)).status).toBe(200);
		for (const answer of [
			await gateway.put(`/v1/webhooks/${own}`, { name: 'x' }),
			await gateway.delete(`/v1/webhooks/${own}`),
		]) {
			expect(refusal(answer)).toEqual([404, 'webhook_not_found']);
			expect(answer.text('error.message')).toContain(`PATCH /v1/instances/${ownInstance}`);
		}
	});

	it('are gone with their webhook, also those of an instance that is deleted', async () => {
		await arrive();
		await newestIs('success', 1);
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		expect(refusal(await gateway.get(path))).toEqual([404, 'webhook_not_found']);
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		await gateway.delete(`/v1/instances/${created.text('data.id')}`);
		const own = await gateway.get(`/v1/webhooks/${created.text('data.webhookId')}/deliveries`);
		expect(refusal(own)).toEqual([404, 'webhook_not_found']);
	});
});
