import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Workflow } from '../../../playground/src/example-workflows.ts';
import { callN8n } from '../../../playground/src/n8n-client.ts';
import { storeCredential } from '../../../playground/src/n8n-credential.ts';
import { ARTIFACTS, logIn, nodeOnCanvas, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { descriptionOf, formsOf, operationsOf, type Form } from '../support/forms.ts';
import type { TestPlayground } from '../support/test-playground.ts';

const ACTION = descriptionOf('MessagingGateway');
const TRIGGER = descriptionOf('MessagingGatewayTrigger');
const PANEL = '[data-test-id="node-parameters"]';
/** A resource has up to twenty forms, each of them opened, and drawn twice. */
const A_RESOURCE_MS = 300_000;
const PICTURES = path.join(ARTIFACTS, 'forms');

const FORMS = new Map<string, Form[]>([
	...[...operationsOf(ACTION)].map(([resource, operations]): [string, Form[]] => [
		resource,
		operations.flatMap((operation) => formsOf(ACTION, { resource, operation })),
	]),
	['trigger', formsOf(TRIGGER)],
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
			const workflow = await workflowWith(playground(), FORMS);
			opened.editor = await openBrowser(playground().session.url);
			await editor().page.setViewportSize({ width: 1400, height: 1600 });
			await logIn(editor(), playground());
			await openWorkflow(editor(), playground().session.url, workflow.id);
		});
		afterEach(async () => {
			await opened.editor?.page.emulateMedia({ colorScheme: 'light' });
			await opened.editor?.page.keyboard.press('Escape');
		});
		afterAll(() => opened.editor?.close());

		test.each([...FORMS])(
			'%s: each shows all its fields and whole texts, in the light and in the dark',
			async (_, forms) => {
				const { page } = editor();
				const cut: string[] = [];
				for (const { name, fields } of forms) {
					await nodeOnCanvas(editor(), name).dblclick();
					const panel = page.getByTestId('node-parameters');
					for (const field of fields) await panel.getByText(field, { exact: true }).first().waitFor();
					cut.push(...(await cutTexts(editor())).map((text) => `${name}: ${text}`));
					await page.mouse.move(0, 0);

					const light = await pictureIn(editor(), 'light', name);
					const dark = await pictureIn(editor(), 'dark', name);
					expect(dark).not.toBe(light);
					await page.emulateMedia({ colorScheme: 'light' });
					await page.keyboard.press('Escape');
					await panel.waitFor({ state: 'hidden' });
				}
				expect(cut).toEqual([]);
			},
			A_RESOURCE_MS,
		);

		test('nothing is complained of in the console', () => {
			expect(editor().complaints).toEqual([]);
		});
	});
}

/** Keeps a picture of the form in a theme; gives the colour of its texts. */
async function pictureIn({ page }: Editor, colorScheme: 'light' | 'dark', name: string): Promise<string> {
	await page.emulateMedia({ colorScheme });
	const file = path.join(PICTURES, `${name.replaceAll(' ', '-')}-${colorScheme}.png`);
	await page.getByTestId('ndv').screenshot({ path: file, animations: 'disabled', scale: 'css' });
	return page.evaluate<string>(
		`getComputedStyle(document.querySelector('${PANEL}')).getPropertyValue('--color--text')`,
	);
}

/** Lists the names and examples of fields that have too little room in the form to be read to their end. */
async function cutTexts({ page }: Editor): Promise<string[]> {
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

/** A workflow with a node for each form. */
async function workflowWith(
	{ session, gateway }: TestPlayground,
	forms: Map<string, Form[]>,
): Promise<Workflow> {
	const { id, name } = await storeCredential(session, gateway);
	const nodes = [...forms].flatMap(([resource, ofResource], row) =>
		ofResource.map((form, column) => ({
			name: form.name,
			type: `n8n-nodes-messaging-gateway.${(resource === 'trigger' ? TRIGGER : ACTION).name}`,
			typeVersion: 1,
			position: [column * 240, row * 200],
			parameters: form.parameters,
			credentials: { messagingGatewayApi: { id, name } },
		})),
	);
	const workflow = { name: 'A node for each form', nodes, connections: {}, settings: {} };
	return (await callN8n(session, 'POST', '/rest/workflows', workflow)) as Workflow;
}
