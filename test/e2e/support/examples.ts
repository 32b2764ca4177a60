import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { activate, deactivate, type Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { ROOT } from '../../../playground/src/layout.ts';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { upsertCredential } from '../../../playground/src/n8n/credential.ts';
import { waitForWebhooks } from '../../../playground/src/readiness.ts';
import { createCredential } from './credentials.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { TestPlayground } from './test-playground.ts';

export const EXAMPLES_FOLDER = path.join(ROOT, 'examples');

/** The credential type of each node type in the examples. */
const CREDENTIAL_TYPES: Record<string, string> = {
	'n8n-nodes-messaging-gateway.messagingGateway': 'messagingGatewayApi',
	'n8n-nodes-messaging-gateway.messagingGatewayTool': 'messagingGatewayApi',
	'n8n-nodes-messaging-gateway.messagingGatewayTrigger': 'messagingGatewayApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.openAi': 'openAiApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.nextCloud': 'nextCloudApi',
};

type ExampleFile = { nodes: { type: string }[] };

/** The credential data for the external services of an example, by credential type. */
export type Services = Record<string, object>;

/**
 * Registers hooks that import an example unchanged except for its credentials, and activate it unless it is started
 * manually. Returns access to the workflow.
 */
export function setUpExample(
	playground: () => TestPlayground,
	file: string,
	services: () => Services = () => ({}),
): () => Workflow {
	const imported: { workflow?: Workflow } = {};
	beforeAll(async () => {
		const { session, gateway } = playground();
		const workflow = await importExampleFile(playground(), file, services());
		if (workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger')) {
			imported.workflow = workflow;
			return;
		}
		await activate(session, workflow);
		imported.workflow = workflow;
		await waitForWebhooks(gateway, session, [workflow]);
	});
	afterAll(async () => {
		if (imported.workflow) await deactivate(playground().session, imported.workflow);
	});
	return () => {
		if (imported.workflow === undefined) throw new Error(`examples/${file} could not be imported.`);
		return imported.workflow;
	};
}

/** Returns the credential data for the mail server of a test. */
export function smtpCredential(mailbox: Mailbox | undefined): object {
	return {
		host: '127.0.0.1',
		port: mailbox?.port,
		secure: false,
		disableStartTls: true,
		user: '',
		password: '',
	};
}

/** Imports an example, unchanged except for its credentials. It is inactive. */
export async function importExampleFile(
	{ session, gateway }: TestPlayground,
	file: string,
	services: Services = {},
): Promise<Workflow> {
	const credentials = new Map([['messagingGatewayApi', await upsertCredential(session, gateway)]]);
	for (const [type, data] of Object.entries(services)) {
		credentials.set(type, await createCredential(session, type, data));
	}
	const example = JSON.parse(await readFile(path.join(EXAMPLES_FOLDER, file), 'utf8')) as ExampleFile;
	const nodes = example.nodes.map((node) => {
		const type = CREDENTIAL_TYPES[node.type];
		return type === undefined ? node : { ...node, credentials: { [type]: credentials.get(type) } };
	});
	return (await callN8n(session, 'POST', '/rest/workflows', { ...example, nodes })) as Workflow;
}
