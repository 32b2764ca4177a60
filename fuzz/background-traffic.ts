import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { arrived, webhook, written } from '../gateway/test/cloud-api-server/payloads.ts';
import { NUMBER } from '../gateway/test/cloud-api-server/world.ts';
import { at } from '../gateway/test/support/json.ts';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { connectOfficial, createInstance, linkInstance } from './instances.ts';
import type { MessageTimes } from './rules/message-times.ts';
import type { Target } from './target/gateway.ts';
import { postWebhook } from './webhooks/post-webhook.ts';

/** Instances with regular traffic, which the attacks must not disturb. */
export interface BackgroundTraffic {
	/** Ends the traffic. */
	stop(): void;
	close(): void;
}

/** Phones of two linked accounts, and of the contacts who exchange messages with them. */
const ACCOUNTS = ['4915110000007', '4915110000017'] as const;
const CONTACTS = ['4915120000007', '4915120000017'] as const;
const CUSTOMER = '16505550007';
/** Milliseconds between two texts of one route. */
const PAUSE = 1000;

/** Creates the instances and starts the traffic: one text per second in each direction. */
export async function startBackgroundTraffic(
	target: Target,
	whatsApp: WhatsApp,
	messageTimes: MessageTimes,
): Promise<BackgroundTraffic> {
	/** Texts by message id. */
	const texts = new Map<string, string>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			response.end();
			const event: unknown = JSON.parse(Buffer.concat(chunks).toString());
			if (at(event, 'event') === 'message.received') messageTimes.received(String(at(event, 'data.content')));
			// message.delivered means that the text has reached the phone.
			if (at(event, 'event') !== 'message.delivered') return;
			messageTimes.received(texts.get(String(at(event, 'data.messageId'))) ?? '');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const linked: { id: string; account: string; contact: string }[] = [];
	for (const [index, account] of ACCOUNTS.entries()) {
		const id = await createInstance(target, `Regular ${index}`, url);
		if (!(await linkInstance(target, whatsApp, id, account)))
			throw new Error(`${account} could not be linked.`);
		linked.push({ id, account, contact: CONTACTS[index] ?? '' });
	}
	const official = await createInstance(target, 'Regular shop', url);
	if (!(await connectOfficial(target, official, NUMBER)))
		throw new Error('The number could not be connected.');

	let counter = 0;
	async function post(instanceId: string, to: string, route: string): Promise<void> {
		const text = `${route} ${(counter += 1)}`;
		messageTimes.sent(text, route);
		const answer = await target.call('POST', '/v1/messages/send', { instanceId, to, message: text });
		const messageId = at(answer?.body, 'messageId');
		if (typeof messageId === 'string') texts.set(messageId, text);
	}
	async function receive(account: string, contact: string): Promise<void> {
		const text = `in ${(counter += 1)}`;
		messageTimes.sent(text, 'QR in');
		await whatsApp.send(contact, account, { text });
	}
	async function receiveOfficially(): Promise<void> {
		const text = `official in ${(counter += 1)}`;
		messageTimes.sent(text, 'Cloud API in');
		const message = written(`wamid.regular${counter}`, 'text', { body: text }, { from: CUSTOMER });
		const body = Buffer.from(JSON.stringify(webhook(arrived([message]))));
		// Meta repeats a webhook until the response is 200.
		for (let left = 20; left > 0 && (await postWebhook(target.url, official, body)) !== 200; left -= 1) {
			await sleep(PAUSE);
		}
	}

	const timers = [
		...linked.flatMap(({ id, account, contact }) => [
			() => post(id, contact, 'QR out'),
			() => receive(account, contact),
		]),
		() => post(official, CUSTOMER, 'Cloud API out'),
		receiveOfficially,
	].map((write) => setInterval(() => void write().catch(() => undefined), PAUSE));
	return {
		stop: () => {
			timers.forEach(clearInterval);
		},
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
