import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { opusOf } from '../../../../gateway/test/support/sample-files.ts';
import { startChatModel } from '../../support/chat-model.ts';
import { setUpExample } from '../../support/examples.ts';
import { startHttpServer, type HttpServer } from '../../support/http-server.ts';
import { receive, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const CUSTOMER = '491700000054';

export function voiceNoteSuite(playground: () => TestPlayground): void {
	describe('answer to voice notes', () => {
		const voiceNote = opusOf(1);
		const serving: { model?: HttpServer; files?: HttpServer } = {};
		const forms: Buffer[] = [];

		beforeAll(async () => {
			serving.files = await startHttpServer(() => ({ status: 200, type: 'audio/ogg', body: voiceNote }));
			serving.model = await startChatModel(
				(messages) => ({ text: `You asked: ${messages.at(-1)?.content}` }),
				(form) => {
					forms.push(form);
					return 'When are you open?';
				},
			);
		});
		setUpExample(playground, 'voice-note-answer.json', () => ({
			openAiApi: { apiKey: 'the key of the test', url: `${serving.model?.url}/v1`, header: false },
		}));
		afterAll(async () => {
			await serving.model?.close();
			await serving.files?.close();
		});

		test('writes the voice note down and answers it', async () => {
			const question = await receive(playground(), {
				from: CUSTOMER,
				contactName: 'Ada',
				type: 'audio',
				voice: true,
				mediaUrl: `${serving.files?.url}/voice.ogg`,
			});
			await waitForReadMessage(playground(), CUSTOMER, 'You asked: When are you open?', question);
			expect(forms).toHaveLength(1);
			expect(forms[0]?.includes(voiceNote)).toBe(true);
		});
	});
}
