import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { arrived, status, statuses, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { NUMBER } from '../../../cloud-api-server/world.ts';
import { sendText, startTestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { reached } from '../../../support/media.ts';
import {
	APP_SECRET,
	officialInstance,
	subscribe,
	VERIFY_TOKEN,
	whatsAppSettings,
} from '../../../support/official/official.ts';
import { until } from '../../../support/until.ts';
import { gateway, instanceId, meta, useOfficialInstance } from '../../../support/official/official-suite.ts';

const PHONE = '16505551234';

useOfficialInstance();

const hookOf = (id: string) => `${gateway.url}/hooks/cloud-api/${id}`;
const history = async () =>
	(await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`)).at('data') as {
		messageId: string;
	}[];
let counter = 0;
const wamid = (): string => `wamid.in${(counter += 1)}`;

describe('webhook verification of the Cloud API', () => {
	const ask = (id: string, token: string) =>
		fetch(`${hookOf(id)}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);

	it('echoes the challenge for the right verify token', async () => {
		const answer = await ask(instanceId, VERIFY_TOKEN);
		expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
		expect(answer.headers.get('content-type')).toContain('text/plain');
	});

	it.each(['another-verify-token', ''])('rejects the verify token "%s"', async (token) => {
		const answer = await ask(instanceId, token);
		expect([answer.status, at(await answer.json(), 'error.code')]).toEqual([403, 'insufficient_permissions']);
	});

	it.each(['', '&hub.challenge=1&hub.challenge=2'])('needs one challenge: "%s"', async (challenge) => {
		const query = `hub.mode=subscribe&hub.verify_token=${VERIFY_TOKEN}${challenge}`;
		const answer = await fetch(`${hookOf(instanceId)}?${query}`);
		expect([answer.status, at(await answer.json(), 'error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('answers 404 for an unknown instance', async () => {
		expect((await ask('inst_0', VERIFY_TOKEN)).status).toBe(404);
	});
});

describe('webhook signature of the Cloud API', () => {
	const payload = () => webhook(arrived([written(wamid(), 'text', { body: 'Hello' })]));

	it.each([
		['a missing signature', null],
		['a signature with another secret', `sha256=${createHmac('sha256', 'x').update('{}').digest('hex')}`],
		['a signature of another length', 'sha256=00'],
		['a text as the signature', 'genuine'],
	])('rejects %s and records nothing', async (_what, signature) => {
		const answer = await meta.notify(payload(), signature);
		expect(answer.status).toBe(401);
		expect(await history()).toEqual([]);
	});

	it('is computed over the raw bytes, also when characters are escaped', async () => {
		const answer = await meta.notify(webhook(arrived([written(wamid(), 'text', { body: 'Grüße 👋' })])));
		expect(answer.status).toBe(200);
		expect((await history())[0]).toMatchObject({ content: 'Grüße 👋' });
	});

	it('is required for an empty body too', async () => {
		expect((await fetch(hookOf(instanceId), { method: 'POST' })).status).toBe(401);
	});

	it('does not make invalid JSON acceptable', async () => {
		const bytes = '{"object":';
		const signature = `sha256=${createHmac('sha256', APP_SECRET).update(bytes).digest('hex')}`;
		const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
		const answer = await fetch(hookOf(instanceId), { method: 'POST', headers, body: bytes });
		expect(answer.status).toBe(400);
	});
});

describe('webhook of an instance', () => {
	it('answers 503 for a disconnected instance', async () => {
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		const answer = await meta.notify(webhook(arrived([written(wamid(), 'text', { body: 'Hello' })])));
		expect(answer.status).toBe(503);
	});

	it('accepts statuses of earlier messages after a restart', async () => {
		const own = await startTestGateway({ environment: whatsAppSettings(meta) });
		const id = await officialInstance(own);
		const messageId = await sendText(own, id, PHONE);
		await reached(own, messageId, 'sent');
		const known = (await meta.requests('messages')).at(-1)?.wamid ?? '';
		const again = await own.restart();
		await until(
			'the connection',
			async () => (await again.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		await subscribe(meta, again.url, id);
		expect((await meta.notify(webhook(statuses(status(known, 'delivered'))))).status).toBe(200);
		await reached(again, messageId, 'delivered');
		await again.close();
	});

	it('finds a message by the wamid of an earlier status, also after a restart', async () => {
		const own = await startTestGateway({ environment: whatsAppSettings(meta) });
		const id = await officialInstance(own);
		await subscribe(meta, own.url, id);
		const before = (await meta.requests('messages')).length;
		await meta.hold();
		const messageId = await sendText(own, id, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const known = request.wamid ?? '';
		// Before the response to the send request: the status may be recorded first.
		const notified = meta.notify(webhook(statuses(status(known, 'delivered'))));
		await meta.letGo();
		expect((await notified).status).toBe(200);
		await reached(own, messageId, 'delivered');
		const again = await own.restart();
		await until(
			'the connection',
			async () => (await again.get(`/v1/instances/${id}`)).at('data.status') === 'connected',
		);
		await subscribe(meta, again.url, id);
		expect((await meta.notify(webhook(statuses(status(known, 'read'))))).status).toBe(200);
		await reached(again, messageId, 'read');
		await again.close();
	});

	it('answers 404 on the simulated network', async () => {
		const simulated = await startTestGateway();
		const answer = await simulated.get(`/hooks/cloud-api/${NUMBER}`);
		expect(answer.status).toBe(404);
		await simulated.close();
	});
});
