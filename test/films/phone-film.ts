// `npm run films`: films the phone of the gateway's page and a workflow in n8n that answers it, for the README and the
// home page of the site. It needs Chromium and img2webp (Debian: apt-get install chromium webp), and installs n8n under
// playground/ if it is missing.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { callGateway } from '../../playground/src/gateway/client.ts';
import { ROOT } from '../../playground/src/layout.ts';
import { deactivate } from '../../playground/src/n8n/example-workflows.ts';
import { logIn, openBrowser, openWorkflow, type Editor } from '../e2e/support/editor.ts';
import { openTestPlayground, type TestPlayground } from '../e2e/support/test-playground.ts';
import { ACTION, byId, createWorkflow, TRIGGER } from '../e2e/support/workflows.ts';
import { Camera } from './camera.ts';
import { checkEncoder, writeWebp } from './webp.ts';

const TARGET = path.join(ROOT, 'docs', 'images', 'phone-film.webp');
const FRAMES = path.join(ROOT, 'test', '.artifacts', 'phone-film');
const LARGEST_BYTES = 1_500_000;
const QUALITY = 80;
const LENGTH_MS = 10_000;
const SHORTEST_END_MS = 2500;

const SHOP = 'Flower shop';
const QUESTION = 'Where is my order 4711?';
const ANSWER = 'It arrives today at 3 pm.';

const EDITOR_SIZE = { width: 800, height: 640 };
const PHONE_SIZE = { width: 360, height: 640 };

const STEPS = [
	{ name: 'When a message arrives', type: TRIGGER, parameters: { events: ['message.received'] } },
	{
		name: 'Find the order',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments: [{ id: 'answer', name: 'answer', value: ANSWER, type: 'string' }] },
			includeOtherFields: true,
			options: {},
		},
	},
	{
		name: 'Answer',
		type: ACTION,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			instanceId: byId('={{ $json.instanceId }}'),
			to: byId('={{ $json.chatId }}'),
			message: '={{ $json.answer }}',
			options: {},
		},
	},
];

checkEncoder();
const playground = await openTestPlayground();
try {
	await film(playground);
} finally {
	await playground.close();
}

async function film(opened: TestPlayground): Promise<void> {
	const { session, gateway, instanceId, echo, notify } = opened;
	await deactivate(session, echo);
	await deactivate(session, notify);
	await callGateway(gateway, 'PATCH', `/v1/instances/${instanceId}`, { name: SHOP });
	const workflow = await createWorkflow(opened, 'Where is my order?', STEPS);

	const editor = await openBrowser(session.url);
	try {
		await editor.page.setViewportSize(EDITOR_SIZE);
		await logIn(editor, opened);
		await openWorkflow(editor, session.url, workflow.id);
		await tidyEditor(editor);
		const browser = editor.page.context().browser();
		if (browser === null) throw new Error('The browser is closed.');
		const phone = await openPhone(browser, gateway.setupUrl);
		const camera = new Camera([
			{ heading: 'Your workflow in n8n', page: editor.page },
			{ heading: 'A customer’s phone, simulated', page: phone },
		]);
		await play(camera, editor.page, phone);
		await print(camera);
	} finally {
		await editor.close();
	}
}

/** Hides what a newcomer would only wonder about, and shows the whole workflow. */
async function tidyEditor({ page }: Editor): Promise<void> {
	await page.addStyleTag({
		content:
			'#sidebar, [data-test-id="main-sidebar"], [class*="nodeButtonsWrapper"], .el-notification { display: none !important; }',
	});
	await page.keyboard.press('1');
}

/** Opens the gateway's page on a screen so narrow that the phone covers it, and opens the chat with the shop. */
async function openPhone(browser: Browser, setupUrl: string | undefined): Promise<Page> {
	if (setupUrl === undefined) throw new Error('The gateway has an owner already.');
	const context = await browser.newContext({ viewport: PHONE_SIZE, deviceScaleFactor: 2 });
	const page = await context.newPage();
	await page.goto(setupUrl);
	await page.getByLabel('New password').fill('correct horse battery');
	await page.getByRole('button', { name: 'Set the password' }).click();
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
	await page.getByRole('button', { name: 'Phone', exact: true }).click();
	await page.getByRole('button', { name: 'Use a phone' }).click();
	const phone = page.getByRole('complementary', { name: 'Phone' });
	await phone.getByRole('button', { name: new RegExp(`^${SHOP}`) }).click();
	await phone.getByRole('textbox').waitFor();
	return page;
}

/** The film: the workflow waits, the customer asks, the workflow runs, the customer reads the answer. */
async function play(camera: Camera, editor: Page, page: Page): Promise<void> {
	const phone = page.getByRole('complementary', { name: 'Phone' });
	await camera.hold(900);
	await editor.getByTestId('execute-workflow-button').click();
	await camera.follow(editor.getByTestId('stop-execution-waiting-for-webhook-button').waitFor());
	await camera.hold(500);
	const text = phone.getByRole('textbox');
	for (let length = 2; length <= QUESTION.length + 1; length += 2) {
		await text.fill(QUESTION.slice(0, length));
		await camera.hold(90);
	}
	await camera.hold(300);
	await phone.getByRole('button', { name: 'Send', exact: true }).click();
	await camera.follow(
		Promise.all([
			phone.getByRole('article').getByText(ANSWER).waitFor({ timeout: 60_000 }),
			editor
				.getByTestId('canvas-node-status-success')
				.nth(STEPS.length - 1)
				.waitFor({ timeout: 60_000 }),
		]),
	);
	const log = phone.getByRole('log', { name: 'Events and deliveries' });
	await camera.follow(log.getByText('message.read').first().waitFor());
	await camera.hold(Math.max(SHORTEST_END_MS, LENGTH_MS - camera.milliseconds));
}

async function print(camera: Camera): Promise<void> {
	const size = await camera.develop(async (files) => {
		await rm(FRAMES, { recursive: true, force: true });
		await mkdir(FRAMES, { recursive: true });
		for (const { file } of files) await copyFile(file, path.join(FRAMES, path.basename(file)));
		return writeWebp(TARGET, files, QUALITY);
	});
	process.stdout.write(
		`docs/images/phone-film.webp: ${(camera.milliseconds / 1000).toFixed(1)} s, ${camera.frames.length} frames, ${size} bytes. ` +
			`The frames are in ${path.relative(ROOT, FRAMES)}.\n`,
	);
	if (size > LARGEST_BYTES) throw new Error(`The film is larger than ${LARGEST_BYTES} bytes.`);
}
