import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { openOwner, type Browser } from '../../../support/owner.ts';

describe('compression of answers', () => {
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
		for (let number = 0; number < 5; number += 1) await gateway.post('/v1/instances', { name: 'Büro 😀' });
	});
	afterAll(() => gateway.close());

	const session = () => ({ cookie: owner.cookie(), 'x-csrf-token': owner.csrfToken() });
	/** The encoding of an answer, and its text once it is decoded. */
	async function load(path: string, headers: Record<string, string>) {
		const response = await fetch(`${gateway.url}${path}`, { headers });
		const { headers: answered } = response;
		const [encoding, vary] = ['content-encoding', 'vary'].map((name) => answered.get(name));
		return { encoding, vary, length: Number(answered.get('content-length')), text: await response.text() };
	}

	it('sends JSON to a browser with gzip, with the same content', async () => {
		const path = '/v1/instances?limit=100';
		const plain = await load(path, { ...session(), 'accept-encoding': 'identity' });
		const compressed = await load(path, { ...session(), 'accept-encoding': 'br, gzip' });
		expect(compressed).toMatchObject({ encoding: 'gzip', vary: 'Accept-Encoding', text: plain.text });
		expect(plain).toMatchObject({ encoding: null, vary: 'Accept-Encoding' });
		expect(compressed.length).toBeLessThan(plain.length / 2);
	});

	it.each([
		['gzip;q=0', null],
		['gzip; q=0.000', null],
		['*', null],
		['x-gzip', null],
		['gzip;q=0.5, deflate', 'gzip'],
		['GZIP', 'gzip'],
	])('heeds Accept-Encoding: %s', async (accepted, encoding) => {
		const answer = await load('/openapi.json', { 'accept-encoding': accepted });
		expect(answer.encoding).toBe(encoding);
		expect(answer.text).toMatch(/^\{"openapi"/);
	});

	it('leaves answers to keys, and short ones, as they are', async () => {
		const accepting = { 'accept-encoding': 'gzip' };
		const toKey = await load('/v1/instances', { ...gateway.headers, ...accepting });
		const short = await load('/v1/instances/inst_missing', { ...session(), ...accepting });
		expect([toKey, short].map(({ encoding }) => encoding)).toEqual([null, null]);
	});
});
