import { createHmac } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import { envelope, host, signedHeaders, standardHeaders, useRegisteredTrigger } from './deliverySuite.ts';

const UNAUTHORIZED = {
	status: 401,
	body: {
		error: {
			code: 'invalid_signature',
			message: 'The signature is missing or wrong, or older than five minutes.',
		},
	},
};

useRegisteredTrigger();

describe('a delivery without a valid signature', () => {
	afterEach(() => {
		expect(host.starts).toEqual([]);
		expect(host.failures).toEqual([]);
	});

	it('gets a 401 without a signature', async () => {
		expect(await host.post('production', envelope())).toEqual(UNAUTHORIZED);
	});

	it('gets a 401 when a byte of the body changed', async () => {
		const body = envelope();

		expect(await host.post('production', body.replace('Grüße', 'Grüsse'), signedHeaders(body))).toEqual(
			UNAUTHORIZED,
		);
	});

	it('gets a 401 when the same JSON was formatted differently', async () => {
		const body = envelope();
		const rewritten = JSON.stringify(JSON.parse(body), null, 1);

		expect(await host.post('production', rewritten, signedHeaders(body))).toEqual(UNAUTHORIZED);
	});

	it.each([
		['of another length', () => 'sha256=00'],
		['empty', () => ''],
		['without its prefix', (right: string) => right.slice('sha256='.length)],
		['in capitals', (right: string) => right.toUpperCase()],
		['of another secret', () => `sha256=${createHmac('sha256', 'guess').update(envelope()).digest('hex')}`],
		['with a suffix', (right: string) => `${right}0`],
	])('gets a 401 when the signature is %s', async (_case, change) => {
		const body = envelope();
		const headers = signedHeaders(body);
		headers['x-service-signature'] = change(headers['x-service-signature'] ?? '');

		expect(await host.post('production', body, headers)).toEqual(UNAUTHORIZED);
	});

	it.each([
		['is six minutes old', {}, 360],
		['is of the future', {}, -360],
		// In the past, so that it is never the time of the test, which runs later than this line.
		['has another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 100) }, 0],
		['has a time that is no number', { 'webhook-timestamp': 'now' }, 0],
		['has another id', { 'webhook-id': 'evt_2' }, 0],
		['is empty', { 'webhook-signature': '' }, 0],
		['has another version', { 'webhook-signature': 'v1a,x' }, 0],
	])('gets a 401 when the signature of Standard Webhooks %s', async (_case, change, secondsAgo) => {
		const body = envelope();
		const headers = { ...signedHeaders(body), ...standardHeaders(body, secondsAgo), ...change };

		expect(await host.post('production', body, headers)).toEqual(UNAUTHORIZED);
	});

	it('gets a 401 when no secret is stored, even if it is signed with an empty secret', async () => {
		const stored = host.staticData.production;
		host.staticData.production = {};
		const body = envelope();

		expect(await host.post('production', body, signedHeaders(body))).toEqual(UNAUTHORIZED);
		host.staticData.production = stored;
	});

	it('gets a 401 at the test URL with the production secret, and vice versa', async () => {
		await host.activate('test');
		const body = envelope();

		expect(await host.post('test', body, signedHeaders(body, 'production'))).toEqual(UNAUTHORIZED);
		expect(await host.post('production', body, signedHeaders(body, 'test'))).toEqual(UNAUTHORIZED);
		await host.call('test', 'delete');
	});

	it('gets a 401 when its body cannot be read, without a failed execution', async () => {
		const form = new FormData();
		form.set('event', 'message.received');

		expect(await host.post('production', form, { 'x-service-signature': 'sha256=00' })).toEqual(UNAUTHORIZED);
	});
});
