import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiRequest } from '../../../dashboard/src/requests/api-request.ts';
import type { ApiDocument } from '../../../dashboard/src/requests/document.ts';
import { exampleRequest } from '../../../dashboard/src/requests/example-request.ts';
import { operationsOf, type FoundOperation } from '../../../dashboard/src/requests/operations-of.ts';
import { LANGUAGES, snippet } from '../../../dashboard/src/requests/snippets.ts';
import { withChatIds } from '../../../dashboard/src/requests/with-chat-ids.ts';
import { API_KEY } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { reached } from '../../support/media.ts';
import { sampleNamed } from '../../support/sample-files.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { fillScreens, type ScreenIds } from '../support/fill-screens.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { signInFirst, startVisit, type Visit } from '../support/visit.ts';

const run = promisify(execFile);
const EXECUTED = ['curl', 'javascript', 'python'] as const;
type Executed = (typeof EXECUTED)[number];
/** Requests at the same time. */
const AT_ONCE = 8;
/** Characters that shells, template literals, string literals and n8n treat specially. */
const HARD = `It's "quoted"\n$HOME \${x} \`id\` $(id) \\n \\ %s {{ $json }} ünï 😀 \u2028 'end\\`;

describe('requests by example', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	let document: ApiDocument;
	let folder: string;
	beforeAll(async () => {
		[visit, receiver] = await Promise.all([startVisit(), startReceiver()]);
		[ids] = await Promise.all([fillScreens(visit.gateway, receiver.url), signInFirst(visit)]);
		document = (await visit.gateway.get('/openapi.json')).body as ApiDocument;
		folder = await mkdtemp(path.join(tmpdir(), 'requests-'));
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
		await rm(folder, { recursive: true });
	});

	/** Runs an example of a language in a folder of the language; returns what it prints. */
	async function execute(language: Executed, request: ApiRequest, key = API_KEY) {
		const text = snippet(language, request);
		const commands = {
			curl: ['sh', '-c', text],
			javascript: [process.execPath, '--input-type=module', '-e', text],
			python: ['python3', '-c', text],
		} as const;
		const [program, ...args] = commands[language];
		const cwd = path.join(folder, language);
		await mkdir(cwd, { recursive: true });
		return (await run(program, args, { cwd, env: { ...process.env, API_KEY: key } })).stdout;
	}
	/** Runs the cURL examples of requests one after the other in one shell; returns what each prints. */
	async function executeInOneShell(requests: readonly ApiRequest[]): Promise<string[]> {
		const end = '--- end of the answer ---';
		const script = requests.map((request) => `${snippet('curl', request)}\nprintf '%s' '${end}'`).join('\n');
		const env = { ...process.env, API_KEY };
		const { stdout } = await run('sh', ['-c', script], { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 });
		return stdout.split(end).slice(0, -1);
	}
	/** Checks an example in each language, all at the same time. */
	const inEachLanguage = (check: (language: Executed) => Promise<void>) => Promise.all(EXECUTED.map(check));
	/** The example of an operation with the ids of a screen. */
	function example(operationId: string, known: Record<string, string> = {}): ApiRequest {
		const found = operationsOf(document, '/', {}).find((one) => one.operation.operationId === operationId);
		if (found === undefined) throw new Error(`There is no operation ${operationId}.`);
		return exampleRequest(document, found, { gateway: visit.gateway.url, ids: known });
	}

	it('writes curl, JavaScript and Python that send any text as it is', () =>
		inEachLanguage(async (language) => {
			const message = `${language}: ${HARD}`;
			const body = {
				instanceId: ids.instanceId,
				to: '4915112345678',
				message,
				metadata: { 'a "$key" \\ ü': [true, null, 1.5, {}, [], HARD] },
			};
			const url = `${visit.gateway.url}/v1/messages/send`;
			const answer = await execute(language, { method: 'POST', url, body });
			const [id = ''] = /msg_\w+/.exec(answer) ?? [];
			const { at } = await visit.gateway.get(`/v1/messages/${id}`);
			expect(at('data.content')).toBe(message);
			expect(at('data.metadata')).toEqual(body.metadata);
		}));

	it('writes curl, JavaScript and Python that read by any id', () =>
		inEachLanguage(async (language) => {
			const request = example('getMessage', { messageId: `msg_'"$HOME\`id\`/../?#%` });
			expect(await execute(language, request)).toContain('message_not_found');
		}));

	it('writes curl, JavaScript and Python that show an error with what the gateway says', () =>
		inEachLanguage(async (language) => {
			expect(await execute(language, example('listInstances'), 'wrong')).toMatch(/invalid_api_key/);
		}));

	it('writes curl, JavaScript and Python that upload a file, and save one', () =>
		inEachLanguage(async (language) => {
			const { bytes } = sampleNamed('a.jpg');
			await mkdir(path.join(folder, language), { recursive: true });
			await writeFile(path.join(folder, language, 'photo.jpg'), bytes);
			const uploaded = await execute(language, example('uploadMedia'));
			const [, mediaUrl = ''] = /mediaUrl["']?: ?["']([^"']+)/.exec(uploaded) ?? [];
			const { instanceId } = ids;
			expect(uploaded).toContain('mediaUrl');
			const sent = await visit.gateway.post('/v1/messages/send', {
				instanceId,
				to: '4915112345678',
				mediaUrl,
				mediaType: 'image',
			});
			// Before it is sent, the message has no file of its own.
			await reached(visit.gateway, sent.text('messageId'), 'read');
			await execute(language, example('getMessageMedia', { messageId: sent.text('messageId') }));
			expect(await readFile(path.join(folder, language, 'answer'))).toEqual(Buffer.from(bytes));
			const missing = await execute(language, example('getMessageMedia', { messageId: 'msg_missing' }));
			expect(missing).toContain('message_not_found');
		}));

	it('writes the same for n8n, as a node without the key and without an expression', () => {
		const body = { message: HARD };
		const url = `${visit.gateway.url}/v1/messages/send`;
		const text = snippet('n8n', { method: 'POST', url, body });
		const { nodes, connections } = JSON.parse(text) as {
			nodes: { type: string; parameters: Record<string, unknown> }[];
			connections: object;
		};
		expect(connections).toEqual({});
		expect(nodes.map(({ type }) => type)).toEqual(['n8n-nodes-base.httpRequest']);
		const { jsonBody, ...others } = nodes[0]?.parameters ?? {};
		expect(others).toMatchObject({ method: 'POST', url, nodeCredentialType: 'messagingGatewayApi' });
		expect(JSON.parse(String(jsonBody))).toEqual(body);
		expect(JSON.stringify(nodes)).not.toContain('"=');
	});

	it('makes an example of every operation, in each language, that the gateway accepts as well-formed', async () => {
		const operations = operationsOf(document, '/', {});
		expect(operations.length).toBeGreaterThan(60);
		const { authorization = '' } = visit.gateway.headers;
		const check = async (found: FoundOperation): Promise<void> => {
			const { operationId } = found.operation;
			const request = exampleRequest(document, found, { gateway: visit.gateway.url, ids: {} });
			for (const language of LANGUAGES) expect(snippet(language, request)).not.toContain(API_KEY);
			if (request.fileField !== undefined) return;
			const answer = await fetch(request.url, {
				method: request.method,
				headers: {
					authorization,
					...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
			});
			const text = answer.headers.get('content-type')?.includes('json') === true ? await answer.text() : '';
			expect(`${operationId} ${text}`).not.toMatch(/invalid_parameters|invalid_json|"code":"not_found"/);
		};
		for (let begin = 0; begin < operations.length; begin += AT_ONCE) {
			await Promise.all(operations.slice(begin, begin + AT_ONCE).map(check));
		}
	});

	it('reads what is shown with the real ids of a screen', async () => {
		const { instanceId, webhookId, deliveryId, messageId, chatId } = ids;
		const places = [
			[`/webhooks/${webhookId}`, { webhookId }],
			[`/webhooks/${webhookId}/deliveries/${deliveryId}`, { webhookId, deliveryId }],
			[`/instances/${instanceId}`, { instanceId }],
			['/chats', { instanceId, chatId }],
			[`/messages/${messageId}`, { instanceId, messageId, chatId }],
			[`/contacts/${instanceId}/${chatId}`, { instanceId, contactId: chatId }],
			[`/groups/${instanceId}`, { instanceId }],
			['/ledger', { instanceId }],
			['/alerts', { instanceId, webhookId }],
		] as const;
		// Several screens read the same.
		const requests = new Map<string, ApiRequest>();
		for (const [place, parameters] of places) {
			const known = withChatIds(parameters);
			const reads = operationsOf(document, place, known).filter(
				({ method, operation }) => method === 'get' && !isConditional(operation.operationId),
			);
			expect(reads.length).toBeGreaterThan(0);
			for (const found of reads) {
				const request = exampleRequest(document, found, { gateway: visit.gateway.url, ids: known });
				requests.set(request.url, request);
			}
		}
		const answers = await executeInOneShell([...requests.values()]);
		expect(answers).toHaveLength(requests.size);
		for (const [index, url] of [...requests.keys()].entries()) {
			expect(`${url} ${answers[index] ?? ''}`).toMatch(/"success":true|"status":/);
		}
	});

	it.each(['light', 'dark'] as const)(
		'shows them by keyboard in %s colours, with the ids of the screen',
		async (colorScheme) => {
			const { page, open } = visit;
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await open(`/messages/${ids.messageId}`);
			const button = page.getByRole('button', { name: 'Requests', exact: true });
			for (let presses = 0; presses < 40 && !(await hasFocus(button)); presses += 1)
				await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			const dialog = page.getByRole('dialog', { name: 'Requests' });
			await dialog.getByText(ids.messageId).first().waitFor();
			await dialog.getByLabel('Operation').selectOption({ value: 'sendMessage' });
			const shown = dialog.getByRole('region', { name: 'cURL request' });
			await shown.getByText(ids.instanceId).waitFor();
			await shown.getByText(ids.chatId).waitFor();
			expect(await dialog.getByText('This screen is for people').count()).toBe(0);
			await dialog.getByLabel('Language').selectOption('Python');
			await dialog.getByText('import urllib.request').waitFor();
			await dialog.getByLabel('Language').selectOption('n8n');
			await dialog.getByText('n8n-nodes-base.httpRequest').waitFor();
			expect(await accessibilityViolations(page)).toEqual([]);
			for (const width of [320, 390, 1280]) {
				await page.setViewportSize({ width, height: 844 });
				expect(await layoutFaults(page)).toEqual([]);
			}
			await page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
			expect(await hasFocus(button)).toBe(true);
		},
	);

	it('shows them from the search, and leads to the operation in the reference', async () => {
		const { page, open } = visit;
		await open(`/webhooks/${ids.webhookId}`);
		await page.keyboard.press('Control+k');
		await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('requests of');
		await page.getByRole('option', { name: 'Requests of this screen' }).waitFor();
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog', { name: 'Requests' });
		await dialog.getByLabel('Operation').selectOption({ value: 'listDeliveries' });
		await dialog.getByText(`/v1/webhooks/${ids.webhookId}/deliveries'`).waitFor();
		const opened = page.context().waitForEvent('page');
		await dialog.getByRole('link', { name: 'this operation in the reference' }).click();
		const reference = await opened;
		const operation = reference.locator('#operations-Webhooks-listDeliveries.is-open');
		await operation.waitFor();
		// A field of the answer, which is in a schema that the operation refers to.
		await operation.getByText('responseTime').first().waitFor();
		await reference.close();
		await page.keyboard.press('Escape');
	});

	it('says on a screen for people that these are the operations for programs', async () => {
		const { page, open } = visit;
		await open('/keys');
		await page.getByRole('button', { name: 'Requests', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: 'Requests' });
		await dialog.getByText('This screen is for people; these are all operations for programs.').waitFor();
		await page.keyboard.press('Escape');
	});

	it('shows every operation at the API reference', async () => {
		const { page, open } = visit;
		await open('/reference');
		await page.getByRole('region', { name: 'cURL request' }).waitFor();
		const options = page.getByLabel('Operation').getByRole('option');
		expect(await options.count()).toBe(operationsOf(document, '/', {}).length);
		expect(visit.consoleErrors).toEqual([]);
	});
});

/** Whether a read fails in a state in which the screen is shown: no QR code, no file, no official instance. */
function isConditional(operationId: string): boolean {
	return ['getInstanceQrCode', 'getMessageMedia', 'listTemplates', 'searchMessages'].includes(operationId);
}
