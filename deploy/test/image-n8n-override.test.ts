// deploy/compose.n8n.yaml beside the compose file of somebody who has n8n already: networks, names and certificates as in
// Docker, and the playground's n8n in a stand-in for n8n's image.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../../playground/src/layout.ts';
import { callN8n, openSession, type N8nSession } from '../../playground/src/n8n/client.ts';
import { activate, type Workflow } from '../../playground/src/n8n/example-workflows.ts';
import { ensureN8n } from '../../playground/src/n8n/install.ts';
import { waitForInterface } from '../../playground/src/n8n/service.ts';
import { until } from '../../playground/src/process/until.ts';
import { startEngine, type Engine } from './containers/engine.ts';
import { buildGatewayImage } from './containers/gateway-image.ts';
import { buildN8nImage, mountN8n } from './containers/n8n-image.ts';
import { prepareStack, type Stack } from './containers/stack.ts';
import { buildNodeImage } from './containers/stand-ins.ts';
import { whyNoContainers } from './containers/tools.ts';
import { createRequester } from './support/request-from.ts';

const OWNER = { email: 'owner@example.com', password: 'Owner-of-this-test-1' };
const CUSTOMER = '491700000042';
const CREDENTIAL_FILE = '/home/node/.n8n/messaging-gateway.credential.json';
/** As in n8n's documentation, without a public address. */
const OWN_COMPOSE_FILE = {
	services: {
		n8n: {
			image: '${N8N_IMAGE}',
			ports: ['127.0.0.1:${N8N_PORT}:5678'],
			environment: { WEBHOOK_URL: 'http://n8n:5678/', N8N_SECURE_COOKIE: 'false' },
			volumes: ['n8n_data:/home/node/.n8n'],
		},
	},
	volumes: { n8n_data: {} },
};
const reason = whyNoContainers();

(reason === '' ? describe : describe.skip)(`the gateway added to an n8n by compose.n8n.yaml${reason}`, () => {
	let engine: Engine;
	let stack: Stack;
	let session: N8nSession;
	let callGateway: (method: string, path: string, body?: object) => Promise<unknown>;

	beforeAll(async () => {
		engine = await startEngine();
		await ensureN8n(path.join(engine.folder, 'n8n-installation.log'));
		await buildNodeImage(engine);
		const folder = path.join(engine.folder, 'own-n8n');
		mkdirSync(folder, { recursive: true });
		const ownFile = path.join(folder, 'compose.yaml');
		writeFileSync(ownFile, JSON.stringify(OWN_COMPOSE_FILE));
		stack = await prepareStack(engine, 'own-n8n', {
			files: [ownFile, 'compose.n8n.yaml'],
			additions: mountN8n(['n8n']),
			environment: {
				GATEWAY_IMAGE: await buildGatewayImage(engine, 'messaging-gateway'),
				N8N_IMAGE: await buildN8nImage(engine),
			},
		});
		await stack.compose('up', '--detach');
		session = await openSession(await waitForInterface(stack.n8nUrl), OWNER);

		const read = (file: string) => engine.podman('exec', stack.container('gateway'), 'cat', file);
		const apiKey = await read('/data/first-key.txt');
		const request = createRequester(Number(new URL(stack.gatewayUrl).port), await read('/data/tls/ca.pem'));
		callGateway = async (method, path, body) => {
			const { status, text } = await request(path, {
				method,
				headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
				...(body && { body: JSON.stringify(body) }),
			});
			if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
			return JSON.parse(text) as unknown;
		};
	}, 20 * 60_000);
	afterAll(() => engine.close(), 180_000);

	it('gives n8n the nodes, and a credential that n8n accepts over HTTPS', async () => {
		const n8n = stack.container('n8n');
		await engine.podman('exec', n8n, 'n8n', 'import:credentials', `--input=${CREDENTIAL_FILE}`);
		const credentials = (await callN8n(session, 'GET', '/rest/credentials')) as {
			id: string;
			name: string;
		}[];
		const { id, name } = credentials.find((found) => found.name === 'Messaging Gateway') ?? {};
		expect(id).toBeDefined();

		const { data } = (await callN8n(session, 'GET', `/rest/credentials/${id}?includeData=true`)) as {
			data: object;
		};
		const type = 'messagingGatewayApi';
		expect(
			await callN8n(session, 'POST', '/rest/credentials/test', { credentials: { id, name, type, data } }),
		).toEqual(expect.objectContaining({ status: 'OK' }));
	});

	it('answers a message by a workflow: webhooks reach n8n by its name', async () => {
		const instanceId = await connectPhone();
		const example = JSON.parse(
			readFileSync(path.join(ROOT, 'examples', 'echo-bot.json'), 'utf8'),
		) as Workflow;
		const credential = { id: 'messagingGateway', name: 'Messaging Gateway' };
		const workflow = (await callN8n(session, 'POST', '/rest/workflows', {
			...example,
			active: false,
			nodes: example.nodes.map((node) => ({
				...node,
				...(node.type.includes('messagingGateway') && { credentials: { messagingGatewayApi: credential } }),
			})),
		})) as Workflow;
		await activate(session, workflow);
		await until({ what: 'the webhook of the workflow', seconds: 60 }, async () => {
			const { data } = (await callGateway('GET', '/v1/webhooks')) as { data: { url: string }[] };
			return data.some(({ url }) => url.startsWith('http://n8n:5678/')) ? true : undefined;
		});

		const message = { from: CUSTOMER, contactName: 'Ada', content: 'by name' };
		await callGateway('POST', `/simulator/v1/instances/${instanceId}/messages`, message);
		const reply = await until({ what: 'the reply', seconds: 90 }, async () => {
			const list = `/v1/messages?instanceId=${instanceId}&direction=outbound`;
			const { data } = (await callGateway('GET', list)) as { data: { content: string }[] };
			return data.find(({ content }) => content.includes('by name'));
		});
		expect(reply.content).toContain('by name');
	});

	async function connectPhone(): Promise<string> {
		const { data } = (await callGateway('POST', '/v1/instances', { name: 'Shop' })) as {
			data: { id: string };
		};
		await callGateway('POST', `/v1/instances/${data.id}/connect`, { method: 'qrcode' });
		return until({ what: 'the instance to connect', seconds: 30 }, async () => {
			const found = (await callGateway('GET', `/v1/instances/${data.id}/status`)) as {
				data: { status: string };
			};
			if (found.data.status === 'qr_pending') {
				await callGateway('POST', `/simulator/v1/instances/${data.id}/scan`);
			}
			return found.data.status === 'connected' ? data.id : undefined;
		});
	}
});
