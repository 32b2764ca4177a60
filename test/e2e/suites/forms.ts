import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { upsertCredential } from '../../../playground/src/n8n/credential.ts';
import { ARTIFACTS, logIn, canvasNode, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { loadDescription, listForms, listOperations, type Form } from '../support/forms.ts';
import { NEWEST_VERSION } from '../support/workflows.ts';
import type { TestPlayground } from '../support/test-playground.ts';

const ACTION = loadDescription('MessagingGateway');
const TRIGGER = loadDescription('MessagingGatewayTrigger');
const PANEL = '[data-test-id="node-parameters"]';
/** A resource has up to twenty forms. */
const A_RESOURCE_MS = 300_000;
const PICTURES = path.join(ARTIFACTS, 'forms');

const FORMS = new Map<string, Form[]>([
	...[...listOperations(ACTION)].map(([resource, operations]): [string, Form[]] => [
		resource,
		operations.flatMap((operation) => listForms(ACTION, { resource, operation })),
	]),
	['trigger', listForms(TRIGGER)],
]);

export function formsSuite(playground: () => TestPlayground): void {
	describe('forms of the nodes', () => {
		const opened: { editor?: Editor } = {};
		const editor = (): Editor => {
			if (opened.editor === undefined) throw new Error('The browser could not be opened.');
			return opened.editor;
		};

		beforeAll(async () => {
			await mkdir(PICTURES, { recursive: true });
			opened.editor = await openBrowser(playground().session.url, 1);
			await editor().page.setViewportSize({ width: 1400, height: 1600 });
			await logIn(editor(), playground());
		});
		afterEach(async () => {
			await opened.editor?.page.emulateMedia({ colorScheme: 'light' });
			await opened.editor?.page.keyboard.press('Escape');
		});
		afterAll(() => opened.editor?.close());

		test.each([...FORMS])(
			'%s: shows all fields and no truncated text, and has a dark mode',
			async (resource, forms) => {
				const { page } = editor();
				const workflow = await createFormsWorkflow(playground(), resource, forms);
				await openWorkflow(editor(), playground().session.url, workflow.id);
				const truncated: string[] = [];
				for (const [index, { name, fields }] of forms.entries()) {
					await canvasNode(editor(), name).dblclick();
					const panel = page.getByTestId('node-parameters');
					for (const field of fields) await panel.getByText(field, { exact: true }).first().waitFor();
					truncated.push(...(await listTruncatedTexts(editor())).map((text) => `${name}: ${text}`));
					await page.mouse.move(0, 0);

					const light = await screenshotInTheme(editor(), 'light', name);
					// A change of the theme draws all nodes of the canvas again, so that one form represents its
					// resource.
					if (index === 0) {
						expect(await screenshotInTheme(editor(), 'dark', name)).not.toBe(light);
						await page.emulateMedia({ colorScheme: 'light' });
					}
					await page.keyboard.press('Escape');
					await panel.waitFor({ state: 'hidden' });
				}
				expect(truncated).toEqual([]);
			},
			A_RESOURCE_MS,
		);

		test('logs no error to the console', () => {
			expect(editor().consoleErrors).toEqual([]);
		});
	});
}

/** Saves a screenshot of the form in a theme and returns the colour of its text. */
async function screenshotInTheme(
	{ page }: Editor,
	colorScheme: 'light' | 'dark',
	name: string,
): Promise<string> {
	await page.emulateMedia({ colorScheme });
	const file = path.join(PICTURES, `${name.replaceAll(' ', '-')}-${colorScheme}.png`);
	await page.getByTestId('ndv').screenshot({ path: file, animations: 'disabled', scale: 'css' });
	return page.evaluate<string>(
		`getComputedStyle(document.querySelector('${PANEL}')).getPropertyValue('--color--text')`,
	);
}

/** Returns the labels and placeholders that the form truncates. */
async function listTruncatedTexts({ page }: Editor): Promise<string[]> {
	return page.evaluate<string[]>(`(() => {
		const panel = document.querySelector('${PANEL}');
		const names = [...panel.querySelectorAll('label, label *')]
			.filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
			.filter((element) => element.scrollWidth > element.clientWidth)
			.map((element) => element.textContent.trim());
		const ruler = document.createElement('canvas').getContext('2d');
		const examples = [...panel.querySelectorAll('input[placeholder]')]
			.filter((input) => input.value === '')
			.filter((input) => {
				const { font, paddingLeft, paddingRight } = getComputedStyle(input);
				ruler.font = font;
				const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
				return ruler.measureText(input.placeholder).width > room;
			})
			.map((input) => input.placeholder);
		return [...names, ...examples];
	})()`);
}

/** Creates a workflow with a node per form of a resource. */
async function createFormsWorkflow(
	{ session, gateway }: TestPlayground,
	resource: string,
	forms: readonly Form[],
): Promise<Workflow> {
	const { id, name } = await upsertCredential(session, gateway);
	const nodes = forms.map((form, index) => ({
		name: form.name,
		type: `n8n-nodes-messaging-gateway.${(resource === 'trigger' ? TRIGGER : ACTION).name}`,
		typeVersion: NEWEST_VERSION,
		position: [(index % 5) * 240, Math.floor(index / 5) * 200],
		parameters: form.parameters,
		credentials: { messagingGatewayApi: { id, name } },
	}));
	const workflow = { name: `Forms of ${resource}`, nodes, connections: {}, settings: {} };
	return (await callN8n(session, 'POST', '/rest/workflows', workflow)) as Workflow;
}
