import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { snippet } from '../../../gateway/dashboard/src/requests/snippets.ts';
import { ROOT } from '../../../playground/src/layout.ts';
import {
	ARTIFACTS,
	saveScreenshot,
	loadedImages,
	logIn,
	canvasNode,
	openBrowser,
	openWorkflow,
	type Editor,
} from '../support/editor.ts';
import { ADA, GRACE, sendText, waitForReadMessage } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

/** The browser of the page. */
interface Browser {
	navigator: { clipboard: { writeText: (text: string) => Promise<void> } };
}

const TRIGGERS = ['On message received', 'On message failed', 'On instance disconnected'];
const ACTIONS = ['Create instance', 'Connect instance', 'Send text message', 'Get status of message'];

export function editorSuite(playground: () => TestPlayground): void {
	describe("n8n's editor", () => {
		const opened: { editor?: Editor } = {};
		const editor = (): Editor => {
			if (opened.editor === undefined) throw new Error('The browser could not be opened.');
			return opened.editor;
		};

		beforeAll(async () => {
			opened.editor = await openBrowser(playground().session.url);
			await logIn(opened.editor, playground());
		});
		afterAll(() => opened.editor?.close());

		test('shows both nodes with their icons in the node panel', async () => {
			const { page } = editor();
			await page.goto(`${playground().session.url}/workflow/new`);
			await page.getByTestId('canvas-plus-button').first().click();
			await page.getByTestId('node-creator-search-bar').fill('Messaging Gateway');
			await page.getByTestId('item-iterator-item').getByText('Messaging Gateway', { exact: true }).click();
			const panel = page.getByTestId('node-creator');
			await panel.getByText(/^Actions \(/).click();

			for (const name of [...TRIGGERS, ...ACTIONS]) await panel.getByText(name, { exact: true }).waitFor();
			const icons = (await loadedImages(panel)).filter(({ src }) => src.includes('/messagingGateway'));
			expect(icons.length).toBeGreaterThan(ACTIONS.length + TRIGGERS.length);
			expect(icons.filter(({ width }) => width === 0)).toEqual([]);
			await saveScreenshot(editor(), 'node-panel');
		});

		test("shows the action node's parameters and a list of instances by name", async () => {
			const { page } = editor();
			await page.getByTestId('node-creator').getByText('Send text message', { exact: true }).click();
			const parameters = page.getByTestId('node-parameters');
			for (const name of ['resource', 'operation', 'instanceId', 'to', 'message']) {
				await parameters.getByTestId(`parameter-input-${name}`).waitFor();
			}
			const credential = page.getByTestId('node-credentials-select').locator('input');
			expect(await credential.inputValue()).toBe('Messaging Gateway (playground)');

			const instance = parameters.getByTestId('resource-locator-instanceId');
			await instance.getByTestId('rlc-input').click();
			const choice = page.getByTestId('rlc-item').getByText('Playground phone');
			await choice.waitFor();
			await saveScreenshot(editor(), 'action-node-instances');
			await choice.click();
			expect(await instance.getByTestId('rlc-input').inputValue()).toContain('Playground phone');
			await saveScreenshot(editor(), 'action-node');
		});

		test("shows the trigger node's parameters", async () => {
			const { page } = editor();
			const { session, echo } = playground();
			await openWorkflow(editor(), session.url, echo.id);
			await canvasNode(editor(), 'When a message arrives').dblclick();
			const parameters = page.getByTestId('node-parameters');
			for (const name of ['events', 'instanceId', 'output']) {
				await parameters.getByTestId(`parameter-input-${name}`).waitFor();
			}
			await parameters.getByText('Message Received').waitFor();
			await parameters.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-item').getByText('Playground phone').waitFor();
			await saveScreenshot(editor(), 'trigger-node');
		});

		test("sends a message by the request that the gateway's page shows for n8n, when it is pasted", async () => {
			const { page } = editor();
			const { gateway, session, instanceId } = playground();
			const earlier = await sendText(playground(), GRACE, 'This is sent before.');
			const message = 'Pasted {{ $json.never }} and "sent" = yes';
			const request = snippet('n8n', {
				method: 'POST',
				url: `${gateway.url}/v1/messages/send`,
				body: { instanceId, to: ADA, message },
			});
			await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			await page.goto(`${session.url}/workflow/new`);
			await page.getByTestId('canvas-plus-button').first().waitFor();
			await page.evaluate(
				(text) => (globalThis as unknown as Browser).navigator.clipboard.writeText(text),
				request,
			);
			await page.keyboard.press('Control+v');
			await canvasNode(editor(), 'Messaging Gateway request').dblclick();
			await page.getByTestId('node-credentials-select').click();
			await page.getByText('Messaging Gateway (playground)', { exact: true }).click();
			await page.getByTestId('node-execute-button').click();
			await saveScreenshot(editor(), 'pasted-request');
			await waitForReadMessage(playground(), ADA, message, earlier);
		});

		test('draws the echo bot', async () => {
			const { page } = editor();
			const { session, echo } = playground();
			await openWorkflow(editor(), session.url, echo.id);
			const icons = await loadedImages(page.getByTestId('canvas'));
			expect(icons).toHaveLength(2);
			expect(icons.filter(({ width }) => width === 0)).toEqual([]);
			await saveScreenshot(editor(), 'echo-workflow-in-editor');
			await takeWorkflowScreenshot(editor(), 'echo-workflow');
		});

		test('draws the echo bot in dark mode with the dark icons', async () => {
			const { page } = editor();
			const { session, echo } = playground();
			await page.emulateMedia({ colorScheme: 'dark' });
			await openWorkflow(editor(), session.url, echo.id);
			const icons = await loadedImages(page.getByTestId('canvas'));
			expect(icons).toHaveLength(2);
			for (const { src, width } of icons) {
				expect(src).toContain('messagingGateway.dark');
				expect(width).toBeGreaterThan(0);
			}
			await saveScreenshot(editor(), 'echo-workflow-in-the-dark');
		});

		test('logs no error to the console', () => {
			expect(editor().consoleErrors).toEqual([]);
		});
	});
}

/** Takes a screenshot of the workflow's note with the nodes on it; with `UPDATE_IMAGES=1` it updates the documentation. */
async function takeWorkflowScreenshot({ page }: Editor, name: string): Promise<void> {
	// Hides n8n's checklist for new workflows, which may cover the canvas at any time.
	await page.addStyleTag({
		content: '[data-reka-popper-content-wrapper] { visibility: hidden !important; }',
	});
	const note = await page.locator('.vue-flow__node').filter({ hasText: 'Every text' }).boundingBox();
	if (note === null) throw new Error('The workflow has no note.');
	const margin = 24;
	const clip = {
		x: note.x - margin,
		y: note.y - margin,
		width: note.width + 2 * margin,
		height: note.height + 2 * margin,
	};
	const file = path.join(ARTIFACTS, `${name}.png`);
	await page.screenshot({ path: file, animations: 'disabled', clip });
	if (process.env.UPDATE_IMAGES !== '1') return;
	const images = path.join(ROOT, 'docs', 'images');
	await mkdir(images, { recursive: true });
	await copyFile(file, path.join(images, `${name}.png`));
}
