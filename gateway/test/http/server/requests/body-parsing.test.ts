import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../../support/gateway.ts';

describe('values that cannot be stored unchanged', () => {
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
		['half of a surrogate pair', '"\\ud800"', '{}', 'half of a character'],
		['half of a surrogate pair in metadata', '"x"', '{"a":["\\udc00"]}', 'half of a character'],
		['half of a surrogate pair as a key', '"x"', '{"\\ud800":1}', 'half of a character'],
		['a number that is too large', '"x"', '{"a":1e400}', 'a number that is too large'],
		[
			'a number that is too large, in digits alone',
			'"x"',
			`{"a":1${'0'.repeat(400)}}`,
			'a number that is too large',
		],
		[
			'a number that is too large, of many digits and an exponent',
			'"x"',
			`{"a":${'9'.repeat(250)}e99}`,
			'a number that is too large',
		],
		[
			'a hundred thousand nested lists',
			'"x"',
			`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
			'nested too deeply',
		],
	])('answers 400 for %s', async (_what, message, metadata, reason) => {
		const answer = await send(message, metadata);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(reason);
	});

	it('answers 400 for bytes that are not UTF-8', async () => {
		const answer = await gateway.request('/v1/instances', {
			method: 'POST',
			headers: gateway.headers,
			body: Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
		});
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('accepts a surrogate pair in two escapes and a large number', async () => {
		expect((await send('"\\ud83d\\ude42"', '{"a":1e100}')).status).toBe(202);
		expect((await send('"x"', `{"a":1${'0'.repeat(300)}}`)).status).toBe(202);
	});
});

describe('a malformed path', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	it.each([
		['a broken escape', '/v1/instances/%zz', 400, 'invalid_parameters'],
		['an escape that is not UTF-8', '/v1/instances/%ff', 400, 'invalid_parameters'],
		['a segment of 5,000 characters', `/v1/instances/${'a'.repeat(5000)}`, 404, 'instance_not_found'],
		['a limit that is too large', '/v1/instances?limit=1e400', 400, 'invalid_parameters'],
		['an offset that is too large', '/v1/instances?offset=1e400', 400, 'invalid_parameters'],
	])('answers an error with a request id and rate limits for %s', async (_what, path, status, code) => {
		const answer = await gateway.get(path);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect(answer.at('error.requestId')).toBe(answer.headers.get('x-request-id'));
		expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
	});
});
