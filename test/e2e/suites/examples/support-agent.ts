import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveChatModel, type ModelAnswer, type ModelMessage } from '../../support/chat-model.ts';
import { importedExample } from '../../support/examples.ts';
import type { HttpServer } from '../../support/http-server.ts';
import { GRACE, messageArrives, messagesTo, phoneReads } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** Has written nothing in other tests: what came just before a burst would belong to it. */
const CUSTOMER = '491700000051';

export function supportAgentSuite(playground: () => TestPlayground): void {
	describe('AI support agent', () => {
		const serving: { model?: HttpServer } = {};
		const asked: ModelMessage[][] = [];

		beforeAll(async () => {
			serving.model = await serveChatModel((messages, tools) => {
				asked.push(messages);
				return think(messages, tools);
			});
		});
		importedExample(playground, 'ai-support-agent.json', () => ({
			openAiApi: { apiKey: 'the key of the test', url: `${serving.model?.url}/v1`, header: false },
		}));
		afterAll(() => serving.model?.close());

		test('the agent answers three messages in a row once', async () => {
			const first = await messageArrives(playground(), CUSTOMER, 'Hello!');
			await messageArrives(playground(), CUSTOMER, 'I have a flat tyre.');
			await messageArrives(playground(), CUSTOMER, 'When are you open?');

			await phoneReads(playground(), CUSTOMER, 'From Tuesday to Saturday.', first);
			expect(await messagesTo(playground(), CUSTOMER, first)).toHaveLength(1);
			const [system, question] = asked.at(-1) ?? [];
			expect(system?.content).toContain('bicycle shop');
			expect(question?.content).toBe('Hello!\nI have a flat tyre.\nWhen are you open?');
		});

		test('it reads the chat with the node as its tool', async () => {
			const question = await messageArrives(playground(), CUSTOMER, 'What did I say is wrong?');
			await phoneReads(playground(), CUSTOMER, 'You wrote: I have a flat tyre.', question);
		});

		test('a person takes over, and what the person types goes to the customer', async () => {
			const question = await messageArrives(playground(), CUSTOMER, 'I want to speak to a person.');
			const handOver = await phoneReads(playground(), GRACE, 'I want to speak to a person.', question);
			expect(handOver.content).toContain(`Ada (https://wa.me/${CUSTOMER}) writes:`);

			const reply = await messageArrives(playground(), GRACE, 'Grace here, I call you at noon.', 'Grace');
			await phoneReads(playground(), CUSTOMER, 'Grace here, I call you at noon.', question);
			expect(await messagesTo(playground(), CUSTOMER, question)).toHaveLength(1);
			expect(await messagesTo(playground(), GRACE, reply)).toEqual([]);
		});
	});
}

function think(messages: ModelMessage[], [tool]: string[]): ModelAnswer {
	const last = messages.at(-1);
	if (last?.role === 'tool') {
		return { text: `You wrote: ${/I have a flat tyre\./.exec(last.content)?.[0] ?? 'nothing'}` };
	}
	const question = last?.content ?? '';
	if (question.includes('a person')) return { text: 'HANDOVER' };
	if (question.includes('What did I say') && tool !== undefined) return { tool };
	return { text: 'From Tuesday to Saturday.' };
}
