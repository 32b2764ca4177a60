import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
	startChatModel,
	type ModelAnswer,
	type ModelMessage,
	type ModelTool,
} from '../../support/chat-model.ts';
import { setUpExample } from '../../support/examples.ts';
import type { HttpServer } from '../../support/http-server.ts';
import { GRACE, receiveMessage, listSentMessages, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** Sends nothing in other tests, because an earlier message would become part of the burst. */
const CUSTOMER = '491700000051';

export function supportAgentSuite(playground: () => TestPlayground): void {
	describe('AI support agent', () => {
		const serving: { model?: HttpServer } = {};
		const conversations: ModelMessage[][] = [];
		const descriptions = new Set<string | undefined>();

		beforeAll(async () => {
			serving.model = await startChatModel((messages, tools) => {
				conversations.push(messages);
				for (const { description } of tools) descriptions.add(description);
				return answerAsModel(messages, tools);
			});
		});
		setUpExample(playground, 'ai-support-agent.json', () => ({
			openAiApi: { apiKey: 'the key of the test', url: `${serving.model?.url}/v1`, header: false },
		}));
		afterAll(() => serving.model?.close());

		test('answers three messages in a row once', async () => {
			const first = await receiveMessage(playground(), CUSTOMER, 'Hello!');
			await receiveMessage(playground(), CUSTOMER, 'I have a flat tyre.');
			await receiveMessage(playground(), CUSTOMER, 'When are you open?');

			await waitForReadMessage(playground(), CUSTOMER, 'From Tuesday to Saturday.', first);
			expect(await listSentMessages(playground(), CUSTOMER, first)).toHaveLength(1);
			const [system, question] = conversations.at(-1) ?? [];
			expect(system?.content).toContain('bicycle shop');
			expect(question?.content).toBe('Hello!\nI have a flat tyre.\nWhen are you open?');
		});

		test('reads the chat with the node as its tool', async () => {
			const question = await receiveMessage(playground(), CUSTOMER, 'What did I say is wrong?');
			await waitForReadMessage(playground(), CUSTOMER, 'You wrote: I have a flat tyre.', question);
			expect([...descriptions]).toEqual([expect.stringContaining('inbound for the customer')]);
		});

		test("sends a colleague's reply to the customer", async () => {
			const question = await receiveMessage(playground(), CUSTOMER, 'I want to speak to a person.');
			const request = await waitForReadMessage(playground(), GRACE, 'I want to speak to a person.', question);
			expect(request.content).toContain(`Ada (https://wa.me/${CUSTOMER}) writes:`);

			const reply = await receiveMessage(playground(), GRACE, 'Grace here, I call you at noon.', 'Grace');
			await waitForReadMessage(playground(), CUSTOMER, 'Grace here, I call you at noon.', question);
			expect(await listSentMessages(playground(), CUSTOMER, question)).toHaveLength(1);
			expect(await listSentMessages(playground(), GRACE, reply)).toEqual([]);
		});
	});
}

function answerAsModel(messages: ModelMessage[], [tool]: ModelTool[]): ModelAnswer {
	const last = messages.at(-1);
	if (last?.role === 'tool') {
		return { text: `You wrote: ${/I have a flat tyre\./.exec(last.content)?.[0] ?? 'nothing'}` };
	}
	const question = last?.content ?? '';
	if (question.includes('a person')) return { text: 'HANDOVER' };
	if (question.includes('What did I say') && tool !== undefined) return { tool: tool.name };
	return { text: 'From Tuesday to Saturday.' };
}
