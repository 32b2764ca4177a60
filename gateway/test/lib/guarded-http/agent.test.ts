import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAllowedTarget } from '../../../src/lib/guarded-http/allowed-target.ts';
import { createGuardedAgent } from '../../../src/lib/guarded-http/agent.ts';
import { sharedLookup } from '../../../src/lib/guarded-http/shared-lookup.ts';
import type { FindAddresses, Guard } from '../../../src/lib/guarded-http/target.ts';
import { checkWebhookUrl } from '../../../src/webhooks/management/webhook-url.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { until } from '../../support/until.ts';

const NOTHING_ALLOWED: Guard = { allowed: [] };
const LOOPBACK_ALLOWED: Guard = { allowed: [parseAllowedTarget('127.0.0.0/8')] };
const PUBLIC = '93.184.215.14';

describe('a guarded request to a host name', () => {
	let server: FileServer;
	let url: string;

	beforeEach(async () => {
		server = await startFileServer();
		url = server.serve('/', file(Buffer.from('secret'), 'text/plain'));
	});
	afterEach(() => server.close());

	/** Returns each answer once, and the last one for every further lookup. */
	const resolveTo = (...answers: LookupAddress[][]): FindAddresses => {
		let lookups = 0;
		return (_name, _options, callback) => {
			const answer = answers[Math.min(lookups, answers.length - 1)] ?? [];
			lookups += 1;
			callback(null, answer);
		};
	};
	const ipv4 = (address: string): LookupAddress => ({ address, family: 4 });
	const ipv6 = (address: string): LookupAddress => ({ address, family: 6 });
	const request = async (guard: Guard) => {
		const agent = createGuardedAgent(guard);
		const origin = `http://receiver.example:${new URL(url).port}`;
		try {
			return await agent.request({ origin, path: '/', method: 'GET' });
		} finally {
			void agent.close();
		}
	};

	it.each([
		['a private address', [ipv4('10.0.0.1')]],
		["this host's IPv4 address", [ipv4('127.0.0.1')]],
		["this host's IPv6 address", [ipv6('::1')]],
		["this host's IPv4-mapped address", [ipv6('::ffff:127.0.0.1')]],
		['this host through NAT64', [ipv6('64:ff9b::7f00:1')]],
		['the metadata service', [ipv4('169.254.169.254')]],
		['a public address and a private one', [ipv4(PUBLIC), ipv4('192.168.0.1')]],
		['an invalid address', [ipv4('receiver')]],
	])('is rejected when the name resolves to %s', async (_what, answer) => {
		const guard = { ...NOTHING_ALLOWED, findAddresses: resolveTo(answer) };
		await expect(request(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
	});

	it('is rejected when the name resolves to another address after its check', async () => {
		const guard = {
			...NOTHING_ALLOWED,
			findAddresses: resolveTo([ipv4(PUBLIC)], [ipv4('127.0.0.1')]),
		};
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).resolves.toBeUndefined();
		await expect(request(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		expect(server.asked('/')).toEqual([]);
	});

	it('is rejected when the address changes between its check and the connection', async () => {
		let read = 0;
		const shifting = {
			family: 4,
			get address() {
				read += 1;
				return read === 1 ? PUBLIC : '127.0.0.1';
			},
		};
		const guard = { ...NOTHING_ALLOWED, findAddresses: resolveTo([shifting]) };
		await expect(request(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		expect(server.asked('/')).toEqual([]);
	});

	it('fails while the name does not resolve, although its webhook URL is accepted', async () => {
		const guard: Guard = {
			...NOTHING_ALLOWED,
			findAddresses: (_name, _options, callback) => {
				callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
			},
		};
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).resolves.toBeUndefined();
		await expect(request(guard)).rejects.toMatchObject({ code: 'ENOTFOUND' });
	});

	it('shares one lookup with concurrent requests, and not with later ones', async () => {
		const names: string[] = [];
		let answer = (): void => undefined;
		const findAddresses = sharedLookup((name, _options, callback) => {
			names.push(name);
			answer = () => {
				callback(null, [ipv4('127.0.0.1')]);
			};
		});
		const guard = { ...LOOPBACK_ALLOWED, findAddresses };
		const concurrent = [request(guard), request(guard), request(guard)];
		await until('the lookup', () => names.length > 0);
		answer();
		for (const { statusCode } of await Promise.all(concurrent)) expect(statusCode).toBe(200);
		expect(names).toEqual(['receiver.example']);

		const later = request(guard);
		await until('another lookup', () => names.length > 1);
		answer();
		expect((await later).statusCode).toBe(200);
	});

	it('succeeds in a range that the operator allows, also by plain HTTP', async () => {
		const guard = { ...LOOPBACK_ALLOWED, findAddresses: resolveTo([ipv4('127.0.0.1')]) };
		await checkWebhookUrl(guard, 'http://receiver.example/');
		expect((await request(guard)).statusCode).toBe(200);
	});
});
