import { describe, expect, it } from '@jest/globals';
import { inRanges, isPublic, parseRange } from '../src/guarded-http/address.ts';
import { createGuardedAgent } from '../src/guarded-http/agent.ts';
import { checkWebhookUrl } from '../src/guarded-http/webhook-url.ts';
import { startReceiver } from './support/receiver.ts';

const NOTHING_ALLOWED = { allowedRanges: [] };
const LOOPBACK_ALLOWED = { allowedRanges: [parseRange('127.0.0.0/8')] };

const NOT_PUBLIC = [
	'127.0.0.1',
	'127.1',
	'2130706433',
	'0x7f.1',
	'0177.0.0.1',
	'0',
	'0.0.0.0',
	'10.0.0.1',
	'172.16.0.1',
	'192.168.1.1',
	'169.254.169.254',
	'100.64.0.1',
	'168.63.129.16',
	'192.0.2.1',
	'198.18.0.1',
	'224.0.0.1',
	'255.255.255.255',
	'[::]',
	'[::1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:7f00:1]',
	'[::7f00:1]',
	'[64:ff9b::7f00:1]',
	'[64:ff9b:1::1]',
	'[2002:7f00:1::]',
	'[2001::1]',
	'[2001:db8::1]',
	'[fc00::1]',
	'[fd00:ec2::254]',
	'[fe80::1]',
	'[ff02::1]',
	'[e000::1]',
];

describe('a guarded request', () => {
	it.each(NOT_PUBLIC)('does not reach %s', async (host) => {
		const agent = createGuardedAgent(NOTHING_ALLOWED);
		const { hostname } = new URL(`https://${host}/`);
		await expect(
			agent.request({ origin: `https://${hostname}:9`, path: '/', method: 'POST' }),
		).rejects.toMatchObject({ name: 'RefusedTarget', message: expect.not.stringContaining('127') });
		await expect(checkWebhookUrl(NOTHING_ALLOWED, `https://${host}/`)).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
		await agent.close();
	});

	it('does not reach a name that leads to this machine', async () => {
		const receiver = await startReceiver();
		const agent = createGuardedAgent(NOTHING_ALLOWED);
		await expect(
			agent.request({ origin: `http://localhost:${receiver.port}`, path: '/', method: 'GET' }),
		).rejects.toMatchObject({ name: 'RefusedTarget' });
		await expect(checkWebhookUrl(NOTHING_ALLOWED, 'https://localhost/')).rejects.toMatchObject({
			code: 'invalid_webhook_url',
		});
		await agent.close();
		await receiver.close();
	});

	it('reaches a range the operator allowed, also by plain HTTP', async () => {
		const receiver = await startReceiver();
		const agent = createGuardedAgent(LOOPBACK_ALLOWED);
		await checkWebhookUrl(LOOPBACK_ALLOWED, receiver.url);
		const origin = new URL(receiver.url).origin;
		const { statusCode } = await agent.request({ origin, path: '/', method: 'POST', body: '{}' });
		expect(statusCode).toBe(200);
		await agent.close();
		await receiver.close();
	});
});

describe('public addresses', () => {
	it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('include %s', (address) => {
		expect(isPublic(address)).toBe(true);
	});

	it('are checked as webhook URLs by HTTPS only', async () => {
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
