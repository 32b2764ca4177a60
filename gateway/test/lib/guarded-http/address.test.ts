import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Agent } from 'undici';
import { inRanges, isPublic, parseRange } from '../../../src/lib/guarded-http/address.ts';
import { createGuardedAgent } from '../../../src/lib/guarded-http/agent.ts';
import type { Guard } from '../../../src/lib/guarded-http/target.ts';
import { checkWebhookUrl } from '../../../src/webhooks/management/webhook-url.ts';

const NOTHING_ALLOWED: Guard = { allowed: [] };
const PUBLIC = '93.184.215.14';

/** Hosts of URLs that must not be requested, by what they resolve to. */
const NOT_PUBLIC = {
	'this host': [
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
	'a link-local address': ['169.254.0.1', '169.254.255.255', '[fe80::1]', '[febf::1]'],
	'a metadata service of a cloud provider': [
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
	'an IPv4 address inside of an IPv6 address': [
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
	'6to4 or Teredo': [
		'[2002:7f00:1::]',
		'[2002:a9fe:a9fe::1]',
		'[2002:808:808::1]',
		'192.88.99.1',
		'[2001::1]',
		'[2001:0:7f00:1::]',
	],
	'a reserved address': [
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

	it.each(hosts)('is rejected: %s', async (host) => {
		const { hostname } = new URL(`https://${host}/`);
		await expect(
			agent.request({ origin: `https://${hostname}:9`, path: '/', method: 'POST' }),
		).rejects.toMatchObject({
			name: 'RefusedTarget',
			message:
				'The address is not public. Private networks are reachable only where the operator allows them.',
		});
		const error: unknown = await checkWebhookUrl(NOTHING_ALLOWED, `https://${host}/`).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toMatchObject({ code: 'invalid_webhook_url' });
		// The message contains the host of the request, and not its address.
		const { message } = error as Error;
		expect(message.replace(`${hostname}:443`, '')).not.toMatch(/127|::1|169\.254|10\.0/);
	});
});

describe('checkWebhookUrl', () => {
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
	])('rejects the invalid URL %s', async (url) => {
		await expect(checkWebhookUrl(NOTHING_ALLOWED, url)).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
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

	it('require HTTPS in webhook URLs', async () => {
		await expect(checkWebhookUrl(NOTHING_ALLOWED, 'https://8.8.8.8/hook')).resolves.toBeUndefined();
		await expect(checkWebhookUrl(NOTHING_ALLOWED, 'http://8.8.8.8/hook')).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
	});

	it('match ranges of their own address family only', () => {
		expect(inRanges('::ffff:10.1.2.3', [parseRange('10.0.0.0/8')])).toBe(true);
		expect(inRanges('::1', [parseRange('127.0.0.0/8')])).toBe(false);
	});
});
