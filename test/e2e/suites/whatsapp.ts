import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scannedText } from '../../../gateway/test/support/qr-code.ts';
import type { WhatsApp } from '../../../gateway/test/support/whatsapp/whatsapp.ts';
import {
	activate,
	deactivate,
	importExample,
	type Workflow,
} from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway/client.ts';
import type { Credential } from '../../../playground/src/n8n/credential.ts';
import { until } from '../../../playground/src/process/until.ts';
import { createCredential, deleteCredential } from '../support/credentials.ts';
import { executionIds, finishedExecution, runManually } from '../support/executions.ts';
import { waitUntilConnected } from '../support/instances.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount } from '../support/trigger.ts';
import { openWhatsAppGateway, type WhatsAppGateway } from '../support/whatsapp-gateway.ts';
import { ACTION, byId, createWorkflow, deleteWorkflow } from '../support/workflows.ts';

/** Phones of the test double: the linked one, and one that sends messages to it. */
const SHOP = '4915111111111';
const CUSTOMER = '4915122222222';
const CUSTOMER_NAME = 'Ada';
const TEXTS = ['Hello!', 'Are you open today?', 'Thank you 🙂'];

const START = 'When you click Execute';
const LINKING = [
	{ name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} },
	{
		name: 'Create instance',
		type: ACTION,
		parameters: { resource: 'instance', operation: 'create', name: 'Shop' },
	},
	{
		name: 'Connect it',
		type: ACTION,
		parameters: { resource: 'instance', operation: 'connect', instanceId: byId('={{ $json.id }}') },
	},
];

/** Tests the WhatsApp protocol end to end, with a second gateway whose network is WhatsApp. */
export function whatsAppSuite(playground: () => TestPlayground): void {
	describe('WhatsApp by QR code', () => {
		const opened: { network?: WhatsAppGateway; credential?: Credential } = {};
		const workflows: Workflow[] = [];

		function context(): TestPlayground & { whatsApp: WhatsApp; credential: Credential } {
			const { network, credential } = opened;
			if (network === undefined || credential === undefined) throw new Error('WhatsApp could not be opened.');
			return { ...playground(), ...network, credential };
		}

		beforeAll(async () => {
			const { session, account } = playground();
			opened.network = await openWhatsAppGateway(account.apiKey);
			await opened.network.whatsApp.person(CUSTOMER, { name: CUSTOMER_NAME });
			const { url, apiKey } = opened.network.gateway;
			opened.credential = await createCredential(session, 'messagingGatewayApi', { baseUrl: url, apiKey });
		});
		afterAll(async () => {
			const { session } = playground();
			try {
				for (const workflow of workflows) await deleteWorkflow(session, workflow);
				if (opened.credential !== undefined) await deleteCredential(session, opened.credential);
			} finally {
				await opened.network?.close();
			}
		});

		test('links the phone that scans the QR code of Connect', async () => {
			const { session, gateway, whatsApp, credential } = context();
			const workflow = await createWorkflow(context(), 'Link a phone', LINKING, credential);
			workflows.push(workflow);

			const execution = await runManually(session, workflow, START);
			expect(execution.status).toBe('success');
			const connection = execution.output['Connect it'];
			expect(connection).toMatchObject({ success: true, status: 'qr_pending' });
			expect(execution.items['Connect it']).toMatchObject([{ binary: { data: { mimeType: 'image/png' } } }]);

			const code = scannedText(String(connection?.qrCode));
			const scanned = await whatsApp.scan(SHOP, code ?? '', { name: 'Shop' });
			expect(scanned).toMatchObject({ linked: true });
			const instanceId = String(execution.output['Create instance']?.id);
			await waitUntilConnected(gateway, instanceId);
			expect(await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/status`)).toMatchObject({
				data: { status: 'connected', phone: SHOP },
			});
		});

		test('starts the echo bot once per message and delivers its replies', async () => {
			const { session, whatsApp, credential } = context();
			const example = { file: 'echo-bot.json', id: 'whatsAppEchoBot' };
			const echo = await importExample(session, example, credential);
			workflows.push(echo);
			await activate(session, echo);
			await waitForWebhookCount(context(), echo, 1);

			for (const text of TEXTS) {
				const id = await whatsApp.send(CUSTOMER, SHOP, { text });
				// The network repeats a message when it is not sure of its delivery.
				await whatsApp.send(CUSTOMER, SHOP, { text, id });
				const answer = await until({ what: `the answer to "${text}"`, seconds: 30 }, async () =>
					(await whatsApp.received(CUSTOMER)).find(({ quoted }) => quoted?.id === id),
				);
				expect(answer).toMatchObject({
					from: SHOP,
					text,
					ciphertextType: expect.stringMatching(/^(pk)?msg$/),
				});
				const { status, output } = await finishedExecution(
					session,
					echo,
					(execution) => execution.output['When a message arrives']?.content === text,
				);
				expect(status).toBe('success');
				expect(output['When a message arrives']).toMatchObject({
					from: CUSTOMER,
					contactName: CUSTOMER_NAME,
				});
			}
			expect(await executionIds(session, echo)).toHaveLength(TEXTS.length);
			expect(await whatsApp.received(CUSTOMER)).toHaveLength(TEXTS.length);
			expect(await whatsApp.log()).toMatchObject({ violations: [], unreadable: [] });

			await deactivate(session, echo);
			await waitForWebhookCount(context(), echo, 0);
		});
	});
}
