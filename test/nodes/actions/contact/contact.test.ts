import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getData, locator, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

/** A person whose phone number the network hides. */
const HIDDEN = '423456789012345@lid';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: null, senderId: HIDDEN, content: 'Hello' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function run(operation: string, contact: string) {
	return runNode(fixture.credential, {
		resource: 'contact',
		operation,
		...locator('instanceId', fixture.instanceId),
		...locator('phone', contact),
	});
}

describe('a contact without a phone number', () => {
	it('has a profile, and is blocked and unblocked by the senderId', async () => {
		expect((await run('getProfile', HIDDEN)).items).toMatchObject([{ json: { id: HIDDEN, phone: null } }]);

		for (const [operation, isBlocked] of [
			['block', true],
			['unblock', false],
		] as const) {
			expect((await run(operation, HIDDEN)).items).toMatchObject([{ json: { id: HIDDEN, isBlocked } }]);
			const path = `/v1/contacts?instanceId=${fixture.instanceId}&search=${HIDDEN}`;
			expect(await getData(fixture, path)).toMatchObject([{ id: HIDDEN, isBlocked }]);
		}
	});

	it('is listed with the ID', async () => {
		const parameters = {
			resource: 'contact',
			operation: 'getAll',
			...locator('instanceId', fixture.instanceId),
			filters: { search: HIDDEN },
		};

		const { items } = await runNode(fixture.credential, parameters);
		expect(items).toMatchObject([{ json: { id: HIDDEN, phone: null } }]);

		const input = [{ json: {} }];
		const first = await runNodeWith(fixture.credential, parameters, input, 'stopWorkflow', undefined, 1);
		expect(Object.keys(first.items[0]?.json ?? {})).toEqual(['phone', 'name', 'about', 'isBlocked']);
	});
});

describe('Contact > Get Many', () => {
	it('returns all contacts of a gateway whose contacts have no ID, as in the specification', async () => {
		const contacts = ['491514000051', '491514000052', '491514000053'].map((phone) => ({
			phone,
			name: 'Ada',
		}));
		const server = await startHttpServer((request, response) => {
			const query = new URL(request.url ?? '', 'http://gateway').searchParams;
			const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
			const data = contacts.slice(offset, offset + limit);
			const pagination = { total: contacts.length, limit, offset };
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end(JSON.stringify({ success: true, data, pagination }));
		});

		const { items } = await runNode(
			{ ...fixture.credential, baseUrl: server.url },
			{ resource: 'contact', operation: 'getAll', ...locator('instanceId', fixture.instanceId) },
		);

		expect(items.map(({ json }) => json)).toEqual(contacts);
		await server.close();
	});
});

describe('Contact > Check', () => {
	it('says how to enter a phone number that it refuses', async () => {
		const { error } = await runNode(fixture.credential, {
			resource: 'contact',
			operation: 'check',
			...locator('instanceId', fixture.instanceId),
			phones: '491514000011, Ada',
		});

		expect(error).toMatchObject({
			message: '"Ada" is not a phone number',
			description: 'Enter the number with its country code, e.g. +49 151 23456789.',
		});
	});

	it.each([
		['={{ [491514000011, 49151400001.2] }}', '49151400001.2'],
		['={{ -491514000011 }}', '-491514000011'],
	])('does not take the digits of a number that is none for a phone number: %s', async (phones, wrong) => {
		const { error } = await runNode(fixture.credential, {
			resource: 'contact',
			operation: 'check',
			...locator('instanceId', fixture.instanceId),
			phones,
		});

		expect(error?.message).toBe(`"${wrong}" is not a phone number`);
	});

	it('names a number that the gateway refuses', async () => {
		const { error } = await runNode(fixture.credential, {
			resource: 'contact',
			operation: 'check',
			...locator('instanceId', fixture.instanceId),
			phones: '491514000011, 12',
		});

		expect(error).toMatchObject({
			message: '"12" in Phone Numbers is not a phone number',
			description: expect.stringMatching(
				/^Enter the number with its country code, e\.g\. \+49 151 23456789\. /,
			),
		});
	});
});

describe('the field Contact', () => {
	it.each(['getProfile', 'block'])(
		'is named by %s when the gateway refuses its number',
		async (operation) => {
			const { error } = await run(operation, '12');

			expect(error).toMatchObject({
				message: 'The contact is not a phone number',
				description: expect.stringMatching(/^Enter the number with its country code/),
			});
		},
	);

	it.each(['my aunt', '120363041234567890@g.us'])('refuses %s', async (value) => {
		const { error } = await run('block', value);

		expect(error).toMatchObject({
			message: `"${value}" is not a contact`,
			description: expect.stringContaining('senderId'),
		});
	});
});
