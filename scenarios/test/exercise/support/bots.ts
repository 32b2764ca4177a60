import { at } from '../../../../gateway/test/support/json.ts';
import type { GatewayProcess } from '../../../../gateway/test/support/gateway-process.ts';
import type { Received } from '../../../../gateway/test/support/servers/receiver.ts';

/** A bot: handles an event of its webhook. */
export type Bot = (received: Received, gateway: GatewayProcess) => Promise<void>;

interface Answer {
	text: string;
	quotes?: string;
	force?: boolean;
	/** Under which the answer is sent once, however often it is repeated. */
	idempotencyKey?: string;
}

/** Answers in the chat that an event is about; returns the id of the message. */
async function answer(
	gateway: GatewayProcess,
	received: Received,
	{ text, quotes, force, idempotencyKey }: Answer,
): Promise<string> {
	const body = {
		instanceId: received.at('data.instanceId'),
		to: received.at('data.chatId'),
		// A customer's text with a few words before it may be longer than a message can be.
		message: text.slice(0, 4000),
		...(quotes === undefined ? {} : { quotedMessageId: quotes }),
		...(force === true ? { force: true } : {}),
	};
	const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
	const sent = await gateway.request('/v1/messages/send', {
		method: 'POST',
		headers: { ...gateway.headers, ...headers },
		body: JSON.stringify(body),
	});
	return String(sent.at('messageId'));
}

/** Milliseconds in which an impatient bot expects the network to accept a message. */
const PATIENCE = 1000;

async function isSent(gateway: GatewayProcess, messageId: string): Promise<boolean> {
	const deadline = Date.now() + PATIENCE;
	for (;;) {
		const { body } = await gateway.get(`/v1/messages/${messageId}/status`);
		if (at(body, 'data.status') !== 'queued') return true;
		if (Date.now() > deadline) return false;
	}
}

const isText = (received: Received): boolean =>
	received.at('event') === 'message.received' && received.at('data.type') === 'text';

const textOf = (received: Received): string => String(received.at('data.content'));

/** Answers each burst once, without the messages that the customer deleted meanwhile. Its webhook collects bursts. */
const careful: Bot = async (received, gateway) => {
	if (!isText(received)) return;
	const messageId = String(received.at('data.messageId'));
	const current = await gateway.get(`/v1/messages/${messageId}`);
	if (current.at('data.deletedAt') !== undefined) return;
	await answer(gateway, received, { text: `You wrote: ${current.text('data.content')}`, quotes: messageId });
};

/** Stores the messages of customers, by chat, for a bot that answers later. */
type Notebook = Map<string, string[]>;

function keep(notebook: Notebook, received: Received): string[] {
	const chat = String(received.at('data.chatId'));
	const all = [...(notebook.get(chat) ?? []), textOf(received)];
	notebook.set(chat, all);
	return all;
}

const OLD_TEXTS: Notebook = new Map();
const QUESTIONS: Notebook = new Map();

/** The text of a bot before its answer. */
export const NOTICE = 'One moment, please.';

/** The bots by their names. */
export const BOTS = {
	careful,
	async answersTwice(received, gateway) {
		if (!isText(received)) return;
		await answer(gateway, received, { text: `First: ${textOf(received)}` });
		await answer(gateway, received, { text: `Second: ${textOf(received)}` });
	},
	async answersEveryMessage(received, gateway) {
		if (isText(received)) await answer(gateway, received, { text: `One: ${textOf(received)}` });
	},
	async answersDespiteAPerson(received, gateway) {
		if (isText(received)) await answer(gateway, received, { text: textOf(received), force: true });
	},
	async ignoresEmoji(received, gateway) {
		if (isText(received) && /[a-z]/i.test(textOf(received))) await careful(received, gateway);
	},
	async answersStickers(received, gateway) {
		if (received.at('data.type') === 'sticker') await answer(gateway, received, { text: 'Nice one.' });
		else await careful(received, gateway);
	},
	/** Answers only when the customer has changed the message, and then with the old text. */
	async answersOldTexts(received, gateway) {
		if (isText(received)) {
			keep(OLD_TEXTS, received);
			return;
		}
		const old = OLD_TEXTS.get(String(received.at('data.chatId')))?.at(-1);
		if (old === undefined || received.at('event') === 'message.received') return;
		await answer(gateway, received, {
			text: `You wrote: ${old}`,
			quotes: String(received.at('data.messageId')),
		});
	},
	/** Answers three questions at once, the last one first. */
	async answersBackwards(received, gateway) {
		if (!isText(received)) return;
		const all = keep(QUESTIONS, received);
		if (all.length % 3 !== 0) return;
		for (const text of all.slice(-3).reverse()) await answer(gateway, received, { text: `About: ${text}` });
	},
	silent: () => Promise.resolve(),
	/** Repeats each answer that the network has not accepted after a moment: it confuses "queued" with "lost". */
	async answersAgain(received, gateway) {
		if (!isText(received)) return;
		const text = `You wrote: ${textOf(received)}`;
		const first = await answer(gateway, received, { text });
		if (!(await isSent(gateway, first))) await answer(gateway, received, { text });
	},
	/** The same with an idempotency key: the gateway sends a repeated answer once. */
	async answersAgainByKey(received, gateway) {
		if (!isText(received)) return;
		const once = {
			text: `You wrote: ${textOf(received)}`,
			idempotencyKey: String(received.at('data.messageId')),
		};
		const first = await answer(gateway, received, once);
		if (!(await isSent(gateway, first))) await answer(gateway, received, once);
	},
	/** Sends a notice first, and never answers if the network does not accept the notice in time. */
	async givesUp(received, gateway) {
		if (!isText(received)) return;
		const notice = await answer(gateway, received, { text: NOTICE });
		if (await isSent(gateway, notice)) await answer(gateway, received, { text: `One: ${textOf(received)}` });
	},
	/** Answers, and sends a template where the network refuses the answer. */
	async sendsTemplates(received, gateway) {
		if (isText(received)) {
			await answer(gateway, received, { text: `You wrote: ${textOf(received)}` });
		}
		if (received.at('event') !== 'message.failed') return;
		await gateway.post('/v1/messages/template', {
			instanceId: received.at('data.instanceId'),
			to: received.at('data.chatId'),
			template: { name: 'hello_world', language: 'en_US' },
		});
	},
	/** Answers, and gives the chat to a person where the network refuses the answer. */
	async handsOver(received, gateway) {
		if (isText(received)) await answer(gateway, received, { text: `You wrote: ${textOf(received)}` });
		if (received.at('event') !== 'message.failed') return;
		await gateway.put(`/v1/chats/${String(received.at('data.chatId'))}/owner`, {
			instanceId: received.at('data.instanceId'),
			owner: 'person',
		});
	},
} satisfies Record<string, Bot>;
export type BotName = keyof typeof BOTS;
