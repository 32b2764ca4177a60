import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { ROOT } from '../../../playground/src/layout.ts';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { upsertCredential } from '../../../playground/src/n8n/credential.ts';
import { createCredential } from '../support/credentials.ts';
import { documentedForms } from '../support/documented-forms.ts';
import { createOfficialInstance } from '../support/instances.ts';
import { ARTIFACTS, logIn, canvasNode, openBrowser, openWorkflow, type Editor } from '../support/editor.ts';
import { NEWEST_VERSION } from '../support/workflows.ts';
import type { TestPlayground } from '../support/test-playground.ts';

/** The test result and the fields of the credential form. */
const CREDENTIAL_PARTS =
	'[data-test-id=credentials-config-container-test-success], [data-test-id=credential-connection-parameter]';

const OFFICIAL_ACCOUNT = 'messagingGatewayOfficialAccountApi';
/** The fields of a form; those of a resource mapper are in a container. */
const FORM_PARTS = '[data-test-id=parameter-item], [data-test-id=resource-mapper-container]';

type Box = { x: number; y: number; width: number; height: number };

/** Takes the screenshots of docs/nodes; with `UPDATE_IMAGES=1` it updates them there. */
export function documentationSuite(playground: () => TestPlayground): void {
	describe('documentation of the nodes', () => {
		const opened: { editor?: Editor } = {};
		const editor = (): Editor => {
			if (opened.editor === undefined) throw new Error('The browser could not be opened.');
			return opened.editor;
		};

		beforeAll(async () => {
			const workflow = await createDocumentationWorkflow(playground());
			opened.editor = await openBrowser(playground().session.url);
			await editor().page.setViewportSize({ width: 1400, height: 1300 });
			await logIn(editor(), playground());
			await openWorkflow(editor(), playground().session.url, workflow.id);
		});
		afterEach(async () => {
			await opened.editor?.page.keyboard.press('Escape');
			await opened.editor?.page.getByTestId('ndv').waitFor({ state: 'hidden' });
		});
		afterAll(() => opened.editor?.close());

		test.each(Object.keys(documentedForms('')))('shows the form of: %s', async (name) => {
			const { page } = editor();
			await canvasNode(editor(), name).dblclick();
			await page.getByTestId('node-parameters').waitFor();
			const link = page.getByTestId('ndv').getByRole('link', { name: 'Docs' });
			const documentation = name === 'trigger' ? 'trigger.md' : 'README.md';
			expect(await link.getAttribute('href')).toContain(`/docs/nodes/${documentation}?`);
			await page.mouse.move(0, 0);
			await takeScreenshot(
				editor(),
				name,
				await boundingBoxOf(page.getByTestId('node-parameters').locator(FORM_PARTS)),
			);
		});

		test('shows the credential after a successful test', async () => {
			const { page } = editor();
			await canvasNode(editor(), 'gateway').dblclick();
			await page.getByTestId('credential-edit-button').click();
			const modal = page.getByTestId('editCredential-modal');
			for (const field of ['Gateway URL', 'API Key']) await modal.getByText(field).waitFor();
			await modal.getByText('Connection tested successfully').waitFor();
			const documentation = modal.getByRole('link', { name: 'docs' });
			expect(await documentation.getAttribute('href')).toMatch(/\/docs\/nodes\/credential\.md$/);
			await takeScreenshot(editor(), 'credential', await boundingBoxOf(modal.locator(CREDENTIAL_PARTS)));
			await page.keyboard.press('Escape');
			await modal.waitFor({ state: 'hidden' });
		});

		test('logs no error to the console', () => {
			expect(editor().consoleErrors).toEqual([]);
		});
	});
}

/** Creates a workflow with a node per form, with the credential of the playground. */
async function createDocumentationWorkflow({
	session,
	gateway,
	instanceId,
}: TestPlayground): Promise<Workflow> {
	const { id, name } = await upsertCredential(session, gateway);
	const account = { businessId: '102290129340398', phoneNumberId: '106540352242922', accessToken: 'token' };
	const officialAccount = await createCredential(session, OFFICIAL_ACCOUNT, account);
	const { id: officialId } = await createOfficialInstance(gateway, 'Business account');
	const forms = documentedForms(instanceId, officialId);
	const nodes = Object.entries(forms).map(([node, { type, parameters }], index) => ({
		name: node,
		type: `n8n-nodes-messaging-gateway.${type}`,
		typeVersion: NEWEST_VERSION,
		position: [(index % 3) * 240, Math.floor(index / 3) * 200],
		parameters,
		credentials: {
			messagingGatewayApi: { id, name },
			...(node === 'official-account' && { [OFFICIAL_ACCOUNT]: officialAccount }),
		},
	}));
	const workflow = { name: 'Forms of the documentation', nodes, connections: {}, settings: {} };
	return (await callN8n(session, 'POST', '/rest/workflows', workflow)) as Workflow;
}

/** Returns the box around all elements, with a margin. */
async function boundingBoxOf(parts: Locator): Promise<Box> {
	const found = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
	const boxes = found.filter((box) => box !== null);
	const margin = 12;
	const x = Math.min(...boxes.map((box) => box.x)) - margin;
	const y = Math.min(...boxes.map((box) => box.y)) - margin;
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) + margin - x,
		height: Math.max(...boxes.map((box) => box.y + box.height)) + margin - y,
	};
}

async function takeScreenshot({ page }: Editor, name: string, clip: Box): Promise<void> {
	const file = path.join(ARTIFACTS, 'documentation', `${name}.png`);
	const picture = await page.screenshot({ path: file, animations: 'disabled', clip });
	if (process.env.UPDATE_IMAGES !== '1') return;
	const images = path.join(ROOT, 'docs', 'images', 'nodes');
	await mkdir(images, { recursive: true });
	// These options make the mostly single-coloured screenshots a fifth smaller.
	const packing = { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 } as const;
	const small = PNG.sync.write(PNG.sync.read(picture), packing);
	await writeFile(path.join(images, `${name}.png`), small);
}
