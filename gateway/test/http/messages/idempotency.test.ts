import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runGateway } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';

describe('the Idempotency-Key header', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const send = (key: string | null, message: string, headers = gateway.headers) =>
		gateway.request('/v1/messages/send', {
			method: 'POST',
			headers: { ...headers, ...(key === null ? {} : { 'idempotency-key': key }) },
			body: JSON.stringify({ instanceId, to: '4915112345678', message }),
		});
	const countMessages = async (text: string): Promise<number> => {
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		return (at(body, 'data') as unknown[]).filter((item) => at(item, 'content') === text).length;
	};

	it('returns the first response again and takes effect once', async () => {
		const first = await send('order-1', 'once');
		const second = await send('order-1', 'once');
		expect([first.status, second.status]).toEqual([202, 202]);
		expect(second.body).toEqual(first.body);
		expect(first.headers.get('idempotency-replayed')).toBeNull();
		expect(second.headers.get('idempotency-replayed')).toBe('true');
		expect(await countMessages('once')).toBe(1);
	});

	it('takes effect once when the request is sent concurrently', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => send('order-2', 'at once')));
		const codes = new Set(answers.map((answer) => [answer.status, answer.at('error.code')].join(' ')));
		codes.delete('202 ');
		codes.delete('409 idempotency_key_in_use');
		expect([...codes]).toEqual([]);
		expect(answers.some(({ status }) => status === 202)).toBe(true);
		expect(await countMessages('at once')).toBe(1);
	});

	it('answers 422 when the key is reused with another body', async () => {
		await send('order-3', 'this');
		const answer = await send('order-3', 'that');
		expect([answer.status, answer.at('error.code')]).toEqual([422, 'idempotency_key_reused']);
	});

	it('compares bodies by value: the order of their fields does not count', async () => {
		const post = (body: object) =>
			gateway.request('/v1/messages/send', {
				method: 'POST',
				headers: { ...gateway.headers, 'idempotency-key': 'order-3b' },
				body: JSON.stringify(body),
			});
		const body = {
			instanceId,
			to: '4915112345678',
			message: 'ordered',
			metadata: { a: 1, b: [{ c: 2, d: 3 }] },
		};
		const first = await post(body);
		const again = await post({
			metadata: { b: [{ d: 3, c: 2 }], a: 1 },
			message: 'ordered',
			to: body.to,
			instanceId,
		});
		expect([again.status, again.at('messageId')]).toEqual([202, first.at('messageId')]);
		const other = await post({ ...body, metadata: { a: 1, b: [{ c: 3, d: 2 }] } });
		expect([other.status, other.at('error.code')]).toEqual([422, 'idempotency_key_reused']);
	});

	it('accepts a retry after an error response', async () => {
		const wrong = await gateway.request('/v1/messages/send', {
			method: 'POST',
			headers: { ...gateway.headers, 'idempotency-key': 'order-4' },
			body: JSON.stringify({ instanceId: 'inst_unknown', to: '4915112345678', message: 'x' }),
		});
		expect(wrong.status).toBe(404);
		expect((await send('order-4', 'now right')).status).toBe(202);
	});

	it('distinguishes API keys, and requests without an idempotency key', async () => {
		const { stdout } = await runGateway(['keys', 'create', '--name', 'Other'], {
			GATEWAY_DATA_DIR: gateway.folder,
		});
		const other = { ...gateway.headers, authorization: `Bearer ${/^mgw_\S+$/m.exec(stdout)?.[0] ?? ''}` };
		const [mine, theirs] = [await send('order-5', 'both'), await send('order-5', 'both', other)];
		expect(theirs.at('messageId')).not.toBe(mine.at('messageId'));
		await send(null, 'both');
		await send(null, 'both');
		expect(await countMessages('both')).toBe(4);
	});

	it('forgets the key after 24 hours', async () => {
		const first = await send('order-6', 'yesterday');
		clock.advance(24 * 3_600_000 + 1);
		const second = await send('order-6', 'yesterday');
		expect(second.at('messageId')).not.toBe(first.at('messageId'));
	});
});
