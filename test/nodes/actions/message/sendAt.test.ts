import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, findMessage, getData, getId, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { startProxy } from '../../support/proxy.ts';
import { sendTextWith, type SendTextRun } from '../../support/sendText.ts';
import { runNodeWith, WORKFLOW_TIME_ZONE } from '../../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const sendText = (options: INodeParameters, run?: SendTextRun) => sendTextWith(fixture, options, run);

const statusOf = (messageId: unknown) => getData(fixture, `/v1/messages/${String(messageId)}/status`);

/** Returns the date in ten days, in UTC. */
const dateInTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

describe('the option Send At', () => {
	it.each([
		['T18:00:00', 'T09:00:00.000Z'],
		[' 18:00', 'T09:00:00.000Z'],
		['T18:00:00Z', 'T18:00:00.000Z'],
		['T18:00:00.000+02:00', 'T16:00:00.000Z'],
	])(
		`takes the time %s in the time zone of the workflow, ${WORKFLOW_TIME_ZONE}, unless it names one`,
		async (time, utc) => {
			const date = dateInTenDays();

			const { items, error } = await sendText({ sendAt: `${date}${time}` });

			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { status: 'queued', sendAt: `${date}${utc}` } }]);
			expect(await statusOf(items[0]?.json.messageId)).toMatchObject({
				status: 'queued',
				sendAt: `${date}${utc}`,
				sentAt: null,
			});
		},
	);

	it('takes times of expressions', async () => {
		const { items } = await sendText({ sendAt: '={{ $now.plus({ days: 1 }).toISO() }}' });

		const inADay = Date.now() + 86_400_000;
		expect(Date.parse(getId(items[0], 'sendAt'))).toBeGreaterThan(inADay - 600_000);
		expect(Date.parse(getId(items[0], 'sendAt'))).toBeLessThanOrEqual(inADay);
	});

	it('sends at once when it is empty', async () => {
		const { items } = await sendText({ sendAt: '' });

		expect(items[0]?.json).not.toHaveProperty('sendAt');
	});

	it.each(['={{ undefined }}', '={{ null }}', '={{ " " }}', '={{ $json.missing }}', '='])(
		'sends nothing when its expression has no value: %s',
		async (sendAt) => {
			const to = '491517000013';

			const { error } = await sendText({ sendAt }, { to });

			expect(error).toMatchObject({
				name: 'NodeOperationError',
				message: 'The expression of Send At has no value: leave Send At empty to send at once',
				description: expect.stringContaining('{{ $now }}'),
			});
			const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${to}`;
			expect(await getData(fixture, path)).toEqual([]);
		},
	);

	it('sends at once when its expression is the present time', async () => {
		const { items, error } = await sendText({ sendAt: '={{ $json.time || $now }}' });

		expect(error).toBeUndefined();
		await findMessage(
			fixture,
			items[0]?.json.messageId,
			fixture.instanceId,
			({ status }) => status === 'read',
		);
	});

	it.each(['tomorrow', '2026-12-24', '18:00', '5', '2026-02-30T18:00:00', '2026-12-24T25:00:00'])(
		'refuses %s',
		async (sendAt) => {
			const { error } = await sendText({ sendAt });

			expect(error).toMatchObject({
				name: 'NodeOperationError',
				message: `Send At: "${sendAt}" is not a date with a time`,
				description: expect.stringContaining('2026-12-24T18:00:00'),
			});
		},
	);

	it('schedules nothing twice when the execution is retried with a later $now', async () => {
		// The gateway accepts the first message; the second fails.
		const failure = { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' };
		const proxy = await startProxy(fixture.gateway.url, (request) => (request === 2 ? failure : undefined));
		const to = '491517000012';
		const parameters: INodeParameters = {
			resource: 'message',
			operation: 'sendText',
			...locator('instanceId', fixture.instanceId),
			...locator('to', to),
			message: '={{ $json.text }}',
			options: { sendAt: '={{ $now.plus({ days: 1 }).toISO() }}' },
		};
		const input = [{ json: { text: 'First' } }, { json: { text: 'Second' } }];

		const failed = await runNodeWith({ ...fixture.credential, baseUrl: proxy.url }, parameters, input);
		expect(failed.error).toMatchObject({ message: 'The gateway had an internal error' });
		const { items, error } = await failed.retry(fixture.credential);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${to}&scheduled=true`;
		expect(await getData(fixture, path)).toMatchObject([{ content: 'Second' }, { content: 'First' }]);
		await proxy.close();
	});
});

describe('the option Send At of a message whose first try fails', () => {
	const later = { sendAt: '={{ $now.plus({ days: 1 }).toISO() }}' };

	it('is the first time again when the response was lost, so that the retry gets the same message', async () => {
		const proxy = await startProxy(
			fixture.gateway.url,
			() => undefined,
			(request) => request === 1,
		);
		const to = '491517000014';

		const failed = await sendText(later, { to, baseUrl: proxy.url });
		expect(failed.error).toMatchObject({ name: 'NodeApiError' });
		const { items, error } = await failed.retry(fixture.credential);

		expect(error).toBeUndefined();
		const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${to}&scheduled=true`;
		expect(await getData(fixture, path)).toMatchObject([{ messageId: getId(items[0], 'messageId') }]);
		await proxy.close();
	});

	it('is the first time again when a retry came while the gateway still had the first request', async () => {
		const inUse = JSON.stringify({ error: { code: 'idempotency_key_in_use', message: 'In progress.' } });
		const proxy = await startProxy(
			fixture.gateway.url,
			(request) => (request === 2 ? { status: 409, body: inUse } : undefined),
			(request) => request === 1,
		);
		const to = '491517000015';

		const lost = await sendText(later, { to, baseUrl: proxy.url });
		const early = await lost.retry({ ...fixture.credential, baseUrl: proxy.url });
		expect(early.error).toMatchObject({ message: 'A request with the same idempotency key is in progress' });
		const { error } = await early.retry(fixture.credential);

		expect(error).toBeUndefined();
		const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${to}&scheduled=true`;
		expect(await getData(fixture, path)).toHaveLength(1);
		await proxy.close();
	});

	it('is a new time when the gateway refused the message', async () => {
		const failed = await sendText(later, { to: '1' });
		expect(failed.error).toMatchObject({ httpCode: '400' });
		const context = failed.stored.data.executionData?.contextData[`node:${failed.stored.node.name}`] ?? {};

		expect(Object.keys(context).filter((name) => name.startsWith('sendAt'))).toEqual([]);
	});
});
