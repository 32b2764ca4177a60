import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scannedText } from '../../../gateway/test/support/qr-code.ts';
import type { WhatsApp } from '../../../gateway/test/support/whatsapp.ts';
import {
	activate,
	deactivate,
	importExample,
	type Workflow,
} from '../../../playground/src/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway-client.ts';
import type { Credential } from '../../../playground/src/n8n-credential.ts';
import { until } from '../../../playground/src/until.ts';
import { createCredential, deleteCredential } from '../support/credentials.ts';
import { executionIds, finishedExecution, runByHand } from '../support/executions.ts';
import { untilConnected } from '../support/instances.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { untilWebhooks } from '../support/trigger.ts';
import { openWhatsAppGateway, type WhatsAppGateway } from '../support/whatsapp-gateway.ts';
import { ACTION, byId, createWorkflow, deleteWorkflow } from '../support/workflows.ts';

/** Phones of the stand-in: the one that is linked, and one that writes to it. */
const SHOP = '4915111111111';
const CUSTOMER = '4915122222222';
const CUSTOMER_NAME = 'Ada';
const TEXTS = ['Hello!', 'Are you open today?', 'Thank you 🙂'];

const START = 'When you click Execute';
const LINKING = [
	{ name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} },
	{
		name: 'Create an instance',
		type: ACTION,
		parameters: { resource: 'instance', operation: 'create', name: 'Shop' },
	},
	{
		name: 'Connect it',
		type: ACTION,
		parameters: { resource: 'instance', operation: 'connect', instanceId: byId('={{ $json.id }}') },
	},
];

/** The whole way of a message through a real network's protocol: a second gateway, whose network is WhatsApp. */
export function whatsAppSuite(playground: () => TestPlayground): void {
	describe('WhatsApp by QR code', () => {
		const opened: { network?: WhatsAppGateway; credential?: Credential } = {};
		const workflows: Workflow[] = [];

		function world(): TestPlayground & { whatsApp: WhatsApp; credential: Credential } {
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

		test('the QR code that Connect puts out links the phone that scans it', async () => {
			const { session, gateway, whatsApp, credential } = world();
			const workflow = await createWorkflow(world(), 'Link a phone', LINKING, credential);
			workflows.push(workflow);

			const execution = await runByHand(session, workflow, START);
			expect(execution.status).toBe('success');
			const connection = execution.output['Connect it'];
			expect(connection).toMatchObject({ success: true, status: 'qr_pending' });
			expect(execution.items['Connect it']).toMatchObject([{ binary: { data: { mimeType: 'image/png' } } }]);

			const code = scannedText(String(connection?.qrCode));
			const scanned = await whatsApp.scan(SHOP, code ?? '', { name: 'Shop' });
			expect(scanned).toMatchObject({ linked: true });
			const instanceId = String(execution.output['Create an instance']?.id);
			await untilConnected(gateway, instanceId);
			expect(await callGateway(gateway, 'GET', `/v1/instances/${instanceId}/status`)).toMatchObject({
				data: { status: 'connected', phone: SHOP },
			});
		});

		test('the echo bot answers each message of a phone, and is started by each once', async () => {
			const { session, whatsApp, credential } = world();
			const example = { file: 'echo-bot.json', id: 'whatsAppEchoBot' };
			const echo = await importExample(session, example, credential);
			workflows.push(echo);
			await activate(session, echo);
			await untilWebhooks(world(), echo, 1);

			for (const text of TEXTS) {
				const id = await whatsApp.send(CUSTOMER, SHOP, { text });
				// As the network does where it is not sure that the first one has arrived.
				await whatsApp.send(CUSTOMER, SHOP, { text, id });
				const answer = await until({ what: `the answer to "${text}"`, seconds: 30 }, async () =>
					(await whatsApp.received(CUSTOMER)).find(({ quoted }) => quoted?.id === id),
				);
				expect(answer).toMatchObject({ from: SHOP, text, sealed: expect.stringMatching(/^(pk)?msg$/) });
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
			await untilWebhooks(world(), echo, 0);
		});
	});
}
