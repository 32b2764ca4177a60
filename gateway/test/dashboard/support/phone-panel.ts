import type { Locator } from 'playwright-core';
import { at } from '../../support/json.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startSignedIn, type Visit } from './visit.ts';

/** The phone panel of the dashboard, with a workflow that receives the messages of its phones. */
export interface PhonePanel {
	visit: Visit;
	root(): Locator;
	/** Presses the button with this name. */
	press(name: string | RegExp): Promise<void>;
	/** Returns the last message that contains a text. */
	bubble(text: string): Locator;
	/** Sends a text from the current phone to the open chat. */
	send(text: string): Promise<void>;
	/** Returns the number of the phone with this name. */
	numberOf(name: string): Promise<string>;
	/** Sets the workflow's answer to a text; null: none. By default it sends the text back. */
	answerWith(answer: ((content: string) => string) | null): void;
	close(): Promise<void>;
}

/** Opens the dashboard, on a gateway with a workflow that marks each message as read and answers it. */
export async function startPhonePanel(): Promise<PhonePanel> {
	const visit = await startSignedIn();
	const receiver = await startReceiver();
	const { gateway, page } = visit;
	let answer: ((content: string) => string) | null = (content) => `You wrote: ${content}`;

	async function reply(data: unknown): Promise<void> {
		if (answer === null) return;
		const chatId = String(at(data, 'chatId'));
		const of = { instanceId: at(data, 'instanceId') };
		await gateway.post(`/v1/messages/chats/${chatId}/read`, of);
		await gateway.post('/v1/messages/send', {
			...of,
			to: chatId.replace('@s.whatsapp.net', ''),
			message: answer(String(at(data, 'content'))),
			quotedMessageId: at(data, 'messageId'),
		});
	}

	await gateway.post('/v1/webhooks', { url: receiver.url, name: 'Workflow', events: ['message.received'] });
	receiver.answer((response, received) => {
		response.end();
		void reply(received.at('data'));
	});

	const root = (): Locator => page.getByRole('complementary', { name: 'Phone' });
	const press = (name: string | RegExp): Promise<void> =>
		page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
	return {
		visit,
		root,
		press,
		bubble: (text) => root().getByRole('article').filter({ hasText: text }).last(),
		async send(text) {
			await root().getByRole('textbox').fill(text);
			await press('Send');
		},
		async numberOf(name) {
			const phones = (await gateway.get('/simulator/v1/phones')).at('data') as {
				number: string;
				name: string;
			}[];
			const found = phones.find((phone) => phone.name === name);
			if (found === undefined) throw new Error(`There is no phone of ${name}.`);
			return found.number;
		},
		answerWith(next) {
			answer = next;
		},
		async close() {
			await visit.close();
			await receiver.close();
		},
	};
}
