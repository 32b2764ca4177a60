import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';

describe('what could not be given back as it came', () => {
	let gateway: TestGateway;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const send = (message: string, metadata: string) =>
		gateway.request('/v1/messages/send', {
			method: 'POST',
			headers: gateway.headers,
			body: `{"instanceId":"${instanceId}","to":"4915112345678","message":${message},"metadata":${metadata}}`,
		});

	it.each([
		['half of a character', '"\\ud800"', '{}', 'half of a character'],
		['half of a character in metadata', '"x"', '{"a":["\\udc00"]}', 'half of a character'],
		['half of a character as a key', '"x"', '{"\\ud800":1}', 'half of a character'],
		['a number beyond all bounds', '"x"', '{"a":1e400}', 'a number that is too large'],
		['one written in digits alone', '"x"', `{"a":1${'0'.repeat(400)}}`, 'a number that is too large'],
		[
			'one of many digits and an exponent',
			'"x"',
			`{"a":${'9'.repeat(250)}e99}`,
			'a number that is too large',
		],
		[
			'a hundred thousand lists',
			'"x"',
			`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
			'nested too deeply',
		],
	])('is refused: %s', async (_what, message, metadata, reason) => {
		const answer = await send(message, metadata);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(reason);
	});

	it('is refused: bytes that are no text', async () => {
		const answer = await gateway.request('/v1/instances', {
			method: 'POST',
			headers: gateway.headers,
			body: Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
		});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('does not include a whole character written as two escapes, nor a large number', async () => {
		expect((await send('"\\ud83d\\ude42"', '{"a":1e100}')).status).toBe(202);
		expect((await send('"x"', `{"a":1${'0'.repeat(300)}}`)).status).toBe(202);
	});
});

describe('a path that cannot be read', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	it.each([
		['a broken escape', '/v1/instances/%zz', 400, 'invalid_parameters'],
		['an escape that is no text', '/v1/instances/%ff', 400, 'invalid_parameters'],
		['a part of 5,000 characters', `/v1/instances/${'a'.repeat(5000)}`, 404, 'instance_not_found'],
		['a limit beyond all bounds', '/v1/instances?limit=1e400', 400, 'invalid_parameters'],
		['an offset beyond all bounds', '/v1/instances?offset=1e400', 400, 'invalid_parameters'],
	])('is answered like every other mistake: %s', async (_what, path, status, code) => {
		const answer = await gateway.get(path);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect(answer.at('error.requestId')).toBe(answer.headers.get('x-request-id'));
		expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
	});
});
