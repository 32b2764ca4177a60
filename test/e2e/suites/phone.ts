import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROOT } from '../../../playground/src/layout.ts';
import { ARTIFACTS, logIn, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { finishedExecution } from '../support/executions.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestPlayground } from '../support/test-playground.ts';

const PASSWORD = 'correct horse battery';
const INSTANCE = 'Playground phone';
const WIDE_ENOUGH_FOR_BOTH = { width: 1400, height: 900 };

/** Tests the phone on the gateway's page, next to n8n with the workflow. */
export function phoneSuite(playground: () => TestPlayground): void {
	describe('the phone on the gateway’s page', () => {
		const opened: { editor?: Editor; page?: Page } = {};
		let frames = 0;

		/** Takes a screenshot of n8n on the left and the gateway's page with the phone on the right. */
		async function takeFrame(): Promise<void> {
			const { editor, page } = opened;
			if (editor === undefined || page === undefined) return;
			frames += 1;
			const pictures = await Promise.all(
				[editor.page, page].map((shown) => shown.screenshot({ animations: 'disabled' })),
			);
			const combined = await page.context().newPage();
			await combined.setViewportSize({ width: 2 * 1120, height: 720 });
			const images = pictures.map(
				(picture) => `<img src="data:image/png;base64,${picture.toString('base64')}" style="width:50%">`,
			);
			await combined.setContent(`<body style="margin:0;display:flex">${images.join('')}</body>`);
			const name = `phone-film-${frames}.png`;
			await combined.screenshot({ path: path.join(ARTIFACTS, name), scale: 'css' });
			await combined.close();
		}

		beforeAll(async () => {
			const { session, echo, gateway } = playground();
			const editor = await openBrowser(session.url);
			opened.editor = editor;
			await logIn(editor, playground());
			await openWorkflow(editor, session.url, echo.id);
			const context = await editor.page.context().browser()?.newContext({ viewport: WIDE_ENOUGH_FOR_BOTH });
			const page = await context?.newPage();
			if (page === undefined || gateway.setupUrl === undefined) {
				throw new Error('The gateway’s page cannot be opened: it has an owner already.');
			}
			opened.page = page;
			await page.goto(gateway.setupUrl);
			await page.getByLabel('New password').fill(PASSWORD);
			await page.getByRole('button', { name: 'Set the password' }).click();
			await page.getByRole('heading', { name: 'Overview' }).waitFor();
		});
		afterAll(() => opened.editor?.close());

		test('sends a message to the instance and shows the reply of the workflow', async () => {
			const { page, editor } = opened;
			if (page === undefined || editor === undefined) throw new Error('The pages are not open.');
			const { session, echo } = playground();
			await page.getByRole('button', { name: 'Phone', exact: true }).click();
			await page.getByRole('button', { name: 'Use a phone' }).click();
			const phone = page.getByRole('complementary', { name: 'Phone' });
			await phone.getByRole('button', { name: new RegExp(`^${INSTANCE}`) }).waitFor();
			await takeFrame();
			await phone.getByRole('button', { name: new RegExp(`^${INSTANCE}`) }).click();
			await phone.getByRole('textbox').fill('Hello, is anybody there?');
			await takeFrame();
			await phone.getByRole('button', { name: 'Send', exact: true }).click();

			const answer = phone.getByRole('article').filter({ hasNot: page.locator('.ticks') });
			await answer.getByText('Hello, is anybody there?').last().waitFor({ timeout: 30_000 });
			const log = phone.getByRole('log', { name: 'Events and deliveries' });
			const received = log.getByRole('listitem').filter({ hasText: 'message.received' });
			await received.getByText('Delivered').first().waitFor();
			await log.getByText('message.read').first().waitFor();
			await takeFrame();

			const execution = await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.content === 'Hello, is anybody there?',
			);
			expect(execution.status).toBe('success');
			await editor.page.goto(`${session.url}/workflow/${echo.id}/executions/${execution.id}`);
			await editor.page
				.getByText(/Success|Succeeded/)
				.first()
				.waitFor();
			await phone.getByRole('textbox').fill('Thank you!');
			await phone.getByRole('button', { name: 'Send', exact: true }).click();
			await answer.getByText('Thank you!').last().waitFor({ timeout: 30_000 });
			await takeFrame();
		});

		test('replays its conversation with messaging-gateway simulate', async () => {
			const { gateway } = playground();
			const scenario = path.join(ROOT, 'examples', 'echo-bot.scenario.json');
			const { code, output } = await runCommand(
				[
					path.join(ROOT, 'gateway', 'src', 'main.ts'),
					...['simulate', scenario, '--gateway', gateway.url, '--instance', INSTANCE],
				],
				{ GATEWAY_API_KEY: gateway.apiKey },
			);
			expect(output).toContain('Passed: 9 of 9 steps.');
			expect(code).toBe(0);
		});
	});
}
