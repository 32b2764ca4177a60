import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRange } from '../../../src/lib/guarded-http/address.ts';
import { createGuardedAgent } from '../../../src/lib/guarded-http/agent.ts';
import { sharedLookup } from '../../../src/lib/guarded-http/shared-lookup.ts';
import type { FindAddresses, Guard } from '../../../src/lib/guarded-http/target.ts';
import { checkWebhookUrl } from '../../../src/webhooks/webhook-url.ts';
import { file, startFileServer, type FileServer } from '../../support/file-server.ts';
import { until } from '../../support/until.ts';

const NOTHING_ALLOWED: Guard = { allowedRanges: [] };
const LOOPBACK_ALLOWED: Guard = { allowedRanges: [parseRange('127.0.0.0/8')] };
const PUBLIC = '93.184.215.14';

describe('a name', () => {
	let server: FileServer;
	let reached: string;

	beforeEach(async () => {
		server = await startFileServer();
		reached = server.serve('/', file(Buffer.from('secret'), 'text/plain'));
	});
	afterEach(() => server.close());

	/** Each answer is given once, the last one from then on. */
	const answering = (...answers: LookupAddress[][]): FindAddresses => {
		let asked = 0;
		return (_name, _options, callback) => {
			const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
			asked += 1;
			callback(null, answer);
		};
	};
	const ipv4 = (address: string): LookupAddress => ({ address, family: 4 });
	const ipv6 = (address: string): LookupAddress => ({ address, family: 6 });
	const ask = async (guard: Guard) => {
		const agent = createGuardedAgent(guard);
		const origin = `http://receiver.example:${new URL(reached).port}`;
		try {
			return await agent.request({ origin, path: '/', method: 'GET' });
		} finally {
			void agent.close();
		}
	};

	it.each([
		['a private address', [ipv4('10.0.0.1')]],
		['this host', [ipv4('127.0.0.1')]],
		['this host by IPv6', [ipv6('::1')]],
		['this host, mapped', [ipv6('::ffff:127.0.0.1')]],
		['this host through NAT64', [ipv6('64:ff9b::7f00:1')]],
		['the metadata service', [ipv4('169.254.169.254')]],
		['a public address and a private one', [ipv4(PUBLIC), ipv4('192.168.0.1')]],
		['something that is no address', [ipv4('receiver')]],
	])('that leads to %s is refused', async (_what, answer) => {
		const guard = { ...NOTHING_ALLOWED, findAddresses: answering(answer) };
		await expect(ask(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
	});

	it('that answers otherwise once it was checked is refused when it is connected to', async () => {
		const guard = {
			...NOTHING_ALLOWED,
			findAddresses: answering([ipv4(PUBLIC)], [ipv4('127.0.0.1')]),
		};
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).resolves.toBeUndefined();
		await expect(ask(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		expect(server.asked('/')).toEqual([]);
	});

	it('whose address changes even between its check and the connection is refused on the open one', async () => {
		let read = 0;
		const shifting = {
			family: 4,
			get address() {
				read += 1;
				return read === 1 ? PUBLIC : '127.0.0.1';
			},
		};
		const guard = { ...NOTHING_ALLOWED, findAddresses: answering([shifting]) };
		await expect(ask(guard)).rejects.toMatchObject({ name: 'RefusedTarget' });
		expect(server.asked('/')).toEqual([]);
	});

	it('that does not resolve now may later, as a webhook URL', async () => {
		const guard: Guard = {
			...NOTHING_ALLOWED,
			findAddresses: (_name, _options, callback) => {
				callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
			},
		};
		await expect(checkWebhookUrl(guard, 'https://receiver.example/')).resolves.toBeUndefined();
		await expect(ask(guard)).rejects.toMatchObject({ code: 'ENOTFOUND' });
	});

	it('is looked up once for all who ask at the same time, and anew for who asks later', async () => {
		const asked: string[] = [];
		let answer = (): void => undefined;
		const findAddresses = sharedLookup((name, _options, callback) => {
			asked.push(name);
			answer = () => {
				callback(null, [ipv4('127.0.0.1')]);
			};
		});
		const guard = { ...LOOPBACK_ALLOWED, findAddresses };
		const atOnce = [ask(guard), ask(guard), ask(guard)];
		await until('the look-up', () => asked.length > 0);
		answer();
		for (const { statusCode } of await Promise.all(atOnce)) expect(statusCode).toBe(200);
		expect(asked).toEqual(['receiver.example']);

		const later = ask(guard);
		await until('another look-up', () => asked.length > 1);
		answer();
		expect((await later).statusCode).toBe(200);
	});

	it('that leads into a range the operator allowed is reached, also by plain HTTP', async () => {
		const guard = { ...LOOPBACK_ALLOWED, findAddresses: answering([ipv4('127.0.0.1')]) };
		await checkWebhookUrl(guard, 'http://receiver.example/');
		expect((await ask(guard)).statusCode).toBe(200);
	});
});
