import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activate, deactivate, type Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { upsertCredential, type Credential } from '../../../playground/src/n8n/credential.ts';
import {
	startChatModel,
	type ModelAnswer,
	type ModelMessage,
	type ModelTool,
} from '../support/chat-model.ts';
import { createCredential } from '../support/credentials.ts';
import { NEWEST_VERSION } from '../support/workflows.ts';
import type { HttpServer } from '../support/http-server.ts';
import { GRACE, listSentMessages, receiveMessage, waitForReadMessage } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount } from '../support/trigger.ts';
import { ACTION, byId, TRIGGER } from '../support/workflows.ts';

const CUSTOMER = '491700000052';
const WISH = 'Refund, please';
const AGENT = '@n8n/n8n-nodes-langchain';

/** An agent whose tool sends a refund to the customer, once GRACE has approved it in the chat. */
export function agentApprovalSuite(playground: () => TestPlayground): void {
	describe('an AI agent whose tool needs approval', () => {
		const state: { model?: HttpServer; workflow?: Workflow } = {};

		beforeAll(async () => {
			state.model = await startChatModel(answerAsModel);
			const { session, gateway } = playground();
			const credentials = {
				messagingGatewayApi: await upsertCredential(session, gateway),
				openAiApi: await createCredential(session, 'openAiApi', {
					apiKey: 'the key of the test',
					url: `${state.model.url}/v1`,
					header: false,
				}),
			};
			const body = workflowOf(playground().instanceId, credentials);
			state.workflow = (await callN8n(session, 'POST', '/rest/workflows', body)) as Workflow;
			await activate(session, state.workflow);
			await waitForWebhookCount(playground(), state.workflow, 1);
		});
		afterAll(async () => {
			if (state.workflow) {
				await deactivate(playground().session, state.workflow);
				await waitForWebhookCount(playground(), state.workflow, 0);
			}
			await state.model?.close();
		});

		test.each([
			['Yes', 'The refund is on its way', 'Done.'],
			['No', undefined, 'It was rejected.'],
		])('runs the tool only if the approver says yes: %s', async (answer, refund, result) => {
			const wish = await receiveMessage(playground(), CUSTOMER, WISH);
			const question = await waitForReadMessage(playground(), GRACE, 'Refund', wish);
			expect(question.content).toContain('1. Yes\n2. No');
			await receiveMessage(playground(), GRACE, answer, 'Grace');

			await waitForReadMessage(playground(), CUSTOMER, result, wish);
			const sent = (await listSentMessages(playground(), CUSTOMER, wish)).map(({ content }) => content);
			// The echo bot of the playground repeats the wish.
			const ofAgent = sent.filter((content) => content !== WISH);
			expect(ofAgent).toEqual(refund === undefined ? [result] : [result, refund]);
		});
	});
}

function answerAsModel(messages: ModelMessage[], [tool]: ModelTool[]): ModelAnswer {
	const last = messages.at(-1);
	if (last?.role !== 'tool')
		return { tool: tool?.name ?? '', arguments: { toolParameters: {}, hitlParameters: {} } };
	return { text: last.content.includes('rejected') ? 'It was rejected.' : 'Done.' };
}

function workflowOf(instanceId: string, credentials: Record<string, Credential>): object {
	const instance = { instanceId: byId(instanceId) };
	const customer = { resource: 'message', operation: 'sendText', ...instance, to: byId(CUSTOMER) };
	const nodes = [
		{
			name: 'When a customer writes',
			type: TRIGGER,
			parameters: { events: ['message.received'], filters: { textMatches: '^Refund' } },
		},
		{
			name: 'Agent',
			type: `${AGENT}.agent`,
			typeVersion: 3,
			parameters: { promptType: 'define', text: '={{ $json.content }}', options: {} },
		},
		{
			name: 'Model',
			type: `${AGENT}.lmChatOpenAi`,
			typeVersion: 1.2,
			// An expression: n8n tests a fixed id with regular expressions when it publishes the workflow, and refuses it
			// where one takes longer than 250 ms, as on a busy machine.
			parameters: { model: { __rl: true, mode: 'id', value: '={{ "gpt-5-mini" }}' }, options: {} },
		},
		{
			name: 'Refund',
			type: `${ACTION}Tool`,
			parameters: {
				descriptionType: 'manual',
				toolDescription: 'Sends the customer a refund',
				...customer,
				message: 'The refund is on its way',
			},
		},
		{
			name: 'Ask Grace',
			type: `${ACTION}HitlTool`,
			parameters: { ...instance, to: byId(GRACE), message: '=The agent wants to run {{ $tool.name }}' },
		},
		{ name: 'Answer', type: ACTION, parameters: { ...customer, message: '={{ $json.output }}' } },
	];
	const { messagingGatewayApi, openAiApi } = credentials;
	return {
		name: 'Approval of a tool',
		nodes: nodes.map((node, index) => ({
			...node,
			id: `approval-${index}`,
			typeVersion: node.typeVersion ?? NEWEST_VERSION,
			position: [index * 240, 0],
			credentials: node.type.startsWith(AGENT) ? { openAiApi } : { messagingGatewayApi },
		})),
		connections: {
			'When a customer writes': { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Agent: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Refund: { ai_tool: [[{ node: 'Ask Grace', type: 'ai_tool', index: 0 }]] },
			'Ask Grace': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
