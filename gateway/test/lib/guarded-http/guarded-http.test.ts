import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Agent } from 'undici';
import { inRanges, isPublic, parseRange } from '../../../src/lib/guarded-http/address.ts';
import { createGuardedAgent } from '../../../src/lib/guarded-http/agent.ts';
import { requestFollowingRedirects } from '../../../src/lib/guarded-http/follow-redirects.ts';
import { sharedLookup } from '../../../src/lib/guarded-http/shared-lookup.ts';
import type { FindAddresses, Guard } from '../../../src/lib/guarded-http/target.ts';
import { checkWebhookUrl } from '../../../src/webhooks/webhook-url.ts';
import { file, redirect, startFileServer, type FileServer } from '../../support/file-server.ts';
import { until } from '../../support/until.ts';

const NOTHING_ALLOWED: Guard = { allowedRanges: [] };
const LOOPBACK_ALLOWED: Guard = { allowedRanges: [parseRange('127.0.0.0/8')] };
const PUBLIC = '93.184.215.14';

/** Hosts of a URL that lead where no request may go, by what they lead to. */
const NOT_PUBLIC = {
	'the host itself': [
		'127.0.0.1',
		'127.0.0.1.',
		'127.1',
		'127.0.1',
		'127.255.255.254',
		'2130706433',
		'0x7f000001',
		'0x7f.1',
		'0x7F.0x0.0x0.0x1',
		'0177.0.0.1',
		'017700000001',
		'0000000000000177.1',
		'%31%32%37.0.0.1',
		'①②⑦.⓪.⓪.①',
		'１２７．０．０．１',
		'127。0。0。1',
		'0',
		'0.0.0.0',
		'0.1.2.3',
		'[::1]',
		'[0:0:0:0:0:0:0:1]',
		'[0000:0000:0000:0000:0000:0000:0000:0001]',
		'[::]',
		'localhost',
		'LOCALHOST',
	],
	'a private network': [
		'10.0.0.1',
		'10.255.255.255',
		'0x0a000001',
		'167772161',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.1.1',
		'192.168.257',
		'100.64.0.1',
		'100.127.255.255',
		'[fc00::1]',
		'[fd12:3456:789a::1]',
		'[fec0::1]',
	],
	'the local link': ['169.254.0.1', '169.254.255.255', '[fe80::1]', '[febf::1]'],
	'metadata of a provider': [
		'169.254.169.254',
		'169.254.170.2',
		'2852039166',
		'0xa9fea9fe',
		'0251.0376.0251.0376',
		'168.63.129.16',
		'100.100.100.200',
		'192.0.0.192',
		'[fd00:ec2::254]',
		'[fe80::a9fe:a9fe]',
	],
	'IPv4 inside of IPv6': [
		'[::ffff:127.0.0.1]',
		'[::ffff:7f00:1]',
		'[0:0:0:0:0:FFFF:127.0.0.1]',
		'[::ffff:10.0.0.1]',
		'[::ffff:169.254.169.254]',
		'[::ffff:0:127.0.0.1]',
		'[::127.0.0.1]',
		'[::7f00:1]',
		'[::a9fe:a9fe]',
	],
	NAT64: [
		'[64:ff9b::7f00:1]',
		'[64:ff9b::169.254.169.254]',
		'[64:ff9b::808:808]',
		'[64:ff9b:1::1]',
		'[64:ff9b:1:ffff::a00:1]',
	],
	'6to4 and Teredo': [
		'[2002:7f00:1::]',
		'[2002:a9fe:a9fe::1]',
		'[2002:808:808::1]',
		'192.88.99.1',
		'[2001::1]',
		'[2001:0:7f00:1::]',
	],
	'nothing that is reached': [
		'192.0.2.1',
		'198.51.100.1',
		'203.0.113.1',
		'198.18.0.1',
		'198.19.255.255',
		'224.0.0.1',
		'239.255.255.255',
		'240.0.0.1',
		'255.255.255.255',
		'[2001:db8::1]',
		'[2001:10::1]',
		'[2001:20::1]',
		'[2001:2::1]',
		'[3fff::1]',
		'[100::1]',
		'[ff02::1]',
		'[ff0e::1]',
		'[e000::1]',
		'[1::1]',
		'[4000::1]',
		'[5f00::1]',
	],
};

describe.each(Object.entries(NOT_PUBLIC))('a guarded request to %s', (_what, hosts) => {
	let agent: Agent;

	beforeEach(() => {
		agent = createGuardedAgent(NOTHING_ALLOWED);
	});
	afterEach(() => agent.close());

	it.each(hosts)('is not made: %s', async (host) => {
		const { hostname } = new URL(`https://${host}/`);
		await expect(
			agent.request({ origin: `https://${hostname}:9`, path: '/', method: 'POST' }),
		).rejects.toMatchObject({
			name: 'RefusedTarget',
			message:
				'The address is not public. Private networks are reachable only where the operator allows them.',
		});
		await expect(checkWebhookUrl(NOTHING_ALLOWED, `https://${host}/`)).rejects.toMatchObject({
			code: 'invalid_webhook_url',
			message: expect.not.stringMatching(/127|::1|169\.254|10\.0/),
		});
	});
});

describe('a URL that is none', () => {
	it.each([
		'https://[fe80::1%25eth0]/',
		'https://1.2.3.4.5/',
		'https://256.1.1.1/',
		'https://0x100000000/',
		'https://[::ffff:999.0.0.1]/',
		'https://',
		'//example.com/hook',
		'file:///etc/passwd',
		'gopher://127.0.0.1/',
		'https://user@8.8.8.8/',
		'https://8.8.8.8:99999/',
	])('is refused: %s', async (url) => {
		await expect(checkWebhookUrl(NOTHING_ALLOWED, url)).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
	});
});

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

describe('a redirect', () => {
	let server: FileServer;
	let agent: Agent;

	beforeEach(async () => {
		server = await startFileServer();
		agent = createGuardedAgent(LOOPBACK_ALLOWED);
	});
	afterEach(async () => {
		await agent.close();
		await server.close();
	});

	const get = (url: string) =>
		requestFollowingRedirects({ agent, guard: LOOPBACK_ALLOWED }, url, {
			method: 'GET',
			signal: AbortSignal.timeout(5000),
		});

	it.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
		server.serve('/file', file(Buffer.from('it'), 'text/plain'));
		const response = await get(server.serve('/start', redirect('/file', status)));
		expect(await response.body.text()).toBe('it');
	});

	it('is followed three times and no more', async () => {
		server.serve('/3', file(Buffer.from('it'), 'text/plain'));
		server.serve('/2', redirect('/3'));
		server.serve('/1', redirect('/2'));
		const three = server.serve('/0', redirect('/1'));
		expect((await get(three)).statusCode).toBe(200);
		const four = server.serve('/start', redirect('/0'));
		await expect(get(four)).rejects.toMatchObject({ name: 'TooManyRedirects' });
	});

	it.each([
		['http://10.0.0.1/', 'not_public'],
		['https://169.254.169.254/latest/meta-data', 'not_public'],
		['https://[::ffff:10.0.0.1]/', 'not_public'],
		['https://0xa9fea9fe/', 'not_public'],
		['//192.168.0.1/', 'not_public'],
		[`http://${PUBLIC}/`, 'not_https'],
		['file:///etc/passwd', 'not_https'],
		['https://me:secret@example.com/', 'with_credentials'],
	])('to %s is refused', async (location, fault) => {
		const url = server.serve('/start', redirect(location));
		await expect(get(url)).rejects.toMatchObject({ name: 'RefusedUrl', fault });
	});

	it('is not followed by the client that posts deliveries', async () => {
		server.serve('/file', file(Buffer.from('it'), 'text/plain'));
		const { origin } = new URL(server.serve('/start', redirect('/file', 307)));
		const { statusCode } = await agent.request({ origin, path: '/start', method: 'POST', body: '{}' });
		expect(statusCode).toBe(307);
		expect(server.asked('/file')).toEqual([]);
	});
});

describe('public addresses', () => {
	it.each([
		'8.8.8.8',
		PUBLIC,
		'2606:4700:4700::1111',
		'2a00:1450:4001:80e::200e',
		'::ffff:8.8.8.8',
		'9.255.255.255',
		'11.0.0.0',
		'100.63.255.255',
		'100.128.0.0',
		'126.255.255.255',
		'128.0.0.0',
		'169.253.255.255',
		'169.255.0.0',
		'172.15.255.255',
		'172.32.0.0',
		'192.167.255.255',
		'192.169.0.0',
		'223.255.255.255',
	])('include %s', (address) => {
		expect(isPublic(address)).toBe(true);
	});

	it('are reached by webhooks by HTTPS only', async () => {
		await expect(checkWebhookUrl(NOTHING_ALLOWED, 'https://8.8.8.8/hook')).resolves.toBeUndefined();
		await expect(checkWebhookUrl(NOTHING_ALLOWED, 'http://8.8.8.8/hook')).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
	});

	it('of one family are never taken for the other', () => {
		expect(inRanges('::ffff:10.1.2.3', [parseRange('10.0.0.0/8')])).toBe(true);
		expect(inRanges('::1', [parseRange('127.0.0.0/8')])).toBe(false);
	});
});
