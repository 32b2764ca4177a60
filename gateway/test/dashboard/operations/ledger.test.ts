import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { runSql } from '../../support/database.ts';
import { N8N_KEY, startN8nStandIn, type N8nStandIn } from '../../support/servers/n8n-api.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { fillScreens, type ScreenIds } from '../support/fill-screens.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

const HOUR = 3_600_000;
/** The id under which n8n registered the trigger of the workflow. */
const TRIGGER = '0b7e2c9c-6f0e-4b52-9d0a-2f3a5f6c7d88';
/** More presses of Tab than the screen should need. */
const MOST_PRESSES = 60;

describe('the ledger on the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	let n8n: N8nStandIn;
	let ids: ScreenIds;
	beforeAll(async () => {
		n8n = await startN8nStandIn(TRIGGER);
		visit = await startSignedIn({ GATEWAY_N8N_URL: n8n.url, GATEWAY_N8N_API_KEY: N8N_KEY });
		receiver = await startReceiver();
		ids = await fillScreens(visit.gateway, receiver.url, 'Shop');
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
		await n8n.close();
	});

	async function tabTo(target: Locator): Promise<void> {
		await target.waitFor();
		for (let presses = 0; presses < MOST_PRESSES && !(await hasFocus(target)); presses += 1) {
			await visit.page.keyboard.press('Tab');
		}
		expect(await hasFocus(target, ':focus-visible')).toBe(true);
	}

	it('says by hour that nothing is missing, and keeps its filters in the address', async () => {
		const { page, open } = visit;
		await open('/ledger');
		await page
			.getByRole('status')
			.getByText(/^Nothing is missing: 0 of \d+ missing\.$/)
			.waitFor();
		const row = page.getByRole('region', { name: 'Hours' }).getByRole('row').nth(1);
		await row.getByText(/^0 of \d+ missing$/).waitFor();
		await page.getByLabel('Time').selectOption('Last 48 hours');
		await page.getByLabel('Instance').selectOption({ value: ids.waitingId });
		await page.getByRole('heading', { name: 'Nothing happened in these hours' }).waitFor();
		expect(page.url()).toContain(`instance=${ids.waitingId}`);
		expect(page.url()).toContain('hours=48');
	});

	it('leads from missing to remaining records, by keyboard and in both colours', async () => {
		const { page, gateway, open } = visit;
		await runSql(
			gateway.folder,
			`delete from events where kind = 'message.failed' and body like '%"messageId":"${ids.failedId}"%'`,
		);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await open('/ledger');
			await tabTo(page.getByRole('button', { name: 'Compare again' }));
			await page.keyboard.press('Enter');
			await page
				.getByRole('status')
				.getByText(/^Something is missing: 1 of \d+ missing\.$/)
				.waitFor();
			await page.getByRole('heading', { name: 'Missing' }).waitFor();
			const folder = process.env.SCREENSHOTS;
			if (folder !== undefined) await page.screenshot({ path: `${folder}/ledger-${colorScheme}.png` });
			await tabTo(page.getByRole('link', { name: ids.failedId }));
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { level: 1, name: 'Sent message' }).waitFor();
		}
		expect(visit.consoleErrors).toEqual([]);
	});

	describe('with a webhook of a workflow', () => {
		let webhookId: string;
		/** Lists this many executions of the workflow, of an hour ago; every fourth of them failed. */
		const executed = (count: number) => {
			const startedAt = new Date(Date.now() - HOUR).toISOString();
			n8n.executions = Array.from({ length: count }, (_, index) => ({
				id: String(index + 1),
				workflowId: 'wf1',
				mode: index === 0 ? 'trigger' : 'webhook',
				status: index % 4 === 3 ? 'error' : 'success',
				startedAt,
			}));
		};
		const texts = async (name: string) => {
			const table = visit.page.getByRole('region', { name });
			await table.waitFor();
			const rows = await table.getByRole('row').all();
			return Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
		};

		beforeAll(async () => {
			const { gateway } = visit;
			const url = `http://127.0.0.1:${receiver.port}/webhook/${TRIGGER}/webhook`;
			webhookId = (
				await gateway.post('/v1/webhooks', { url, name: 'Support bot', events: ['message.received'] })
			).text('data.id');
			await gateway.post(`/simulator/v1/instances/${ids.instanceId}/messages`, {
				from: '4915112345678',
				content: 'Is it open on Sunday?',
			});
			await until('the delivery to be counted', async () => {
				const hours = (await gateway.get('/v1/ledger/executions')).at('data.hours') as object[];
				return hours.length > 0;
			});
		});

		it('says by hour what n8n executed of the workflow, and leads to the webhook', async () => {
			const { page, open } = visit;
			executed(5);
			await open('/ledger');
			expect(await texts('Executions of n8n')).toEqual([
				[],
				['Answer customers', '1', '0', '0', '0'],
				['Answer customers', '0', '5', '4', '1'],
			]);
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
				expect(await accessibilityViolations(page)).toEqual([]);
			}
			for (const width of [320, 390, 1280]) {
				await page.setViewportSize({ width, height: 860 });
				expect(await layoutFaults(page)).toEqual([]);
			}
			await page.getByRole('region', { name: 'Executions of n8n' }).getByRole('link').first().click();
			await page.getByRole('heading', { level: 1, name: 'Support bot' }).waitFor();
			expect(page.url()).toContain(webhookId);
		});

		it('says that more was executed than is read, when it is compared again', async () => {
			const { page, open } = visit;
			await open('/ledger');
			await page.getByRole('region', { name: 'Executions of n8n' }).waitFor();
			executed(20);
			await page.getByRole('button', { name: 'Compare again' }).click();
			await page.getByRole('cell', { name: 'at least 16' }).waitFor();
			await waitUntilLoaded(page);
			expect(await texts('Executions of n8n')).toContainEqual([
				'Answer customers',
				'0',
				'at least 16',
				'12',
				'4',
			]);
		});

		it('says what to do where n8n refuses the key', async () => {
			const { page, open } = visit;
			await open('/ledger');
			await page.getByRole('region', { name: 'Executions of n8n' }).waitFor();
			n8n.answerWith = { status: 401, body: '{"message":"unauthorized"}' };
			await page.getByRole('button', { name: 'Compare again' }).click();
			await page.getByText(/^n8n refuses the API key \(401\)\. Make one in n8n/).waitFor();
			expect(await page.getByRole('region', { name: 'Executions of n8n' }).count()).toBe(0);
			expect(visit.consoleErrors).toEqual([]);
		});
	});
});
