import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway-client.ts';
import { connectPhone } from '../../../../playground/src/playground-phone.ts';
import { importDataTable, rowsOf, type DataTable } from '../../support/data-tables.ts';
import { EXAMPLES_FOLDER, importedExample } from '../../support/examples.ts';
import { runByHand } from '../../support/executions.ts';
import { messagesTo } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** The trigger of the example. */
const START = 'When you click Execute';
/** Those of the sheet who have a phone. */
const RECIPIENTS = [
	{ phone: '491700000041', name: 'Ada' },
	{ phone: '491700000042', name: 'Grace' },
	{ phone: '491700000043', name: 'Edsger' },
	{ phone: '491700000044', name: 'Barbara' },
];

export function broadcastSuite(playground: () => TestPlayground): void {
	describe('broadcast from a sheet', () => {
		const made: { table?: DataTable } = {};
		const rows = async () => (made.table ? rowsOf(playground().session, made.table) : []);

		beforeAll(async () => {
			made.table = await importDataTable(
				playground().session,
				'Broadcast',
				path.join(EXAMPLES_FOLDER, 'broadcast.csv'),
			);
		});
		const workflow = importedExample(playground, 'broadcast-from-sheet.json');

		test('notes in the sheet what became of each, although the gateway says "too fast"', async () => {
			await restartGateway(playground(), { GATEWAY_RATE_LIMITS: `messages=${RECIPIENTS.length - 1}` });
			const { status } = await runByHand(playground().session, workflow(), START);
			expect(status).toBe('success');
			// The last one was sent in the minute after: in the first there was no more room.
			expect(await callGateway(playground().gateway, 'GET', '/v1/health')).toMatchObject({
				rateLimits: { messages: { limit: RECIPIENTS.length - 1, remaining: RECIPIENTS.length - 2 } },
			});
			await restartGateway(playground());

			const noted = (await rows()).map(({ name, status }) => ({ name, status }));
			const sent: unknown = expect.stringMatching(/^sent at 20/);
			expect(noted).toEqual([
				{ name: 'Ada', status: sent },
				{ name: 'Grace', status: sent },
				{ name: 'Edsger', status: sent },
				{ name: 'Nobody', status: 'failed: The recipient is not a phone number' },
				{ name: 'Barbara', status: sent },
			]);
		});

		test('run again, it sends nothing: everybody got the message once', async () => {
			const { status } = await runByHand(playground().session, workflow(), START);
			expect(status).toBe('success');
			for (const { phone, name } of RECIPIENTS) {
				const got = await messagesTo(playground(), phone);
				const sale = got.filter(({ content }) => content.includes('our summer sale'));
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
