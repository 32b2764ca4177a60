import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { connectPhone } from '../../../../playground/src/gateway/phone.ts';
import { importDataTable, insertRow, listRows, type DataTable } from '../../support/data-tables.ts';
import { EXAMPLES_FOLDER, setUpExample } from '../../support/examples.ts';
import { runManually } from '../../support/executions.ts';
import { listSentMessages } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** The trigger of the example. */
const START = 'When you click Execute';
/** The rows of the sheet with a phone. */
const RECIPIENTS = [
	{ phone: '491700000041', name: 'Ada' },
	{ phone: '491700000042', name: 'Grace' },
	{ phone: '491700000043', name: 'Edsger' },
	{ phone: '491700000044', name: 'Barbara' },
];

export function broadcastSuite(playground: () => TestPlayground): void {
	describe('broadcast from a sheet', () => {
		const created: { table?: DataTable } = {};
		const rows = async () => (created.table ? listRows(playground().session, created.table) : []);

		beforeAll(async () => {
			created.table = await importDataTable(
				playground().session,
				'Broadcast',
				path.join(EXAMPLES_FOLDER, 'broadcast.csv'),
			);
		});
		const workflow = setUpExample(playground, 'broadcast-from-sheet.json');

		test('writes the status of each message to the sheet, despite 429 responses', async () => {
			await restartGateway(playground(), { GATEWAY_RATE_LIMITS: `messages=${RECIPIENTS.length - 1}` });
			const { status } = await runManually(playground().session, workflow(), START);
			expect(status).toBe('success');
			// The last message was sent in the next minute, after the rate limit was used up.
			expect(await callGateway(playground().gateway, 'GET', '/v1/health')).toMatchObject({
				rateLimits: { messages: { limit: RECIPIENTS.length - 1, remaining: RECIPIENTS.length - 2 } },
			});
			await restartGateway(playground());

			const statuses = (await rows()).map(({ name, status }) => ({ name, status }));
			const sent: unknown = expect.stringMatching(/^sent at 20/);
			expect(statuses).toEqual([
				{ name: 'Ada', status: sent },
				{ name: 'Grace', status: sent },
				{ name: 'Edsger', status: sent },
				{
					name: 'Nobody',
					status: expect.stringContaining('failed: The recipient "unknown" is not a phone number'),
				},
				{ name: 'Barbara', status: sent },
			]);
		});

		test('sends nothing to a person whose number is in the table a second time, in another form', async () => {
			const [ada] = RECIPIENTS;
			if (created.table && ada) {
				const phone = `00${ada.phone.slice(0, 5)} (0) ${ada.phone.slice(5)}`;
				await insertRow(playground().session, created.table, { phone, name: ada.name, status: null });
			}
			const { status } = await runManually(playground().session, workflow(), START);
			expect(status).toBe('success');
			expect((await rows()).filter((row) => row.status === null)).toEqual([]);
			expect(await listSentMessages(playground(), ada?.phone ?? '')).toHaveLength(1);
		});

		test('sends nothing when it is run again', async () => {
			const { status } = await runManually(playground().session, workflow(), START);
			expect(status).toBe('success');
			for (const { phone, name } of RECIPIENTS) {
				const messages = await listSentMessages(playground(), phone);
				const sale = messages.filter(({ content }) => content.includes('our summer sale'));
				expect(sale.map(({ content }) => content)).toEqual([
					`Hello ${name}, our summer sale begins on Friday. See you in the shop!`,
				]);
			}
		});
	});
}

async function restartGateway(
	{ services, gateway }: TestPlayground,
	env: NodeJS.ProcessEnv = {},
): Promise<void> {
	await services.stopGateway();
	await services.startGateway(env);
	await connectPhone(gateway);
}
