import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrived, webhook, written } from '../gateway/test/cloud-api-server/payloads.ts';
import { NUMBER } from '../gateway/test/cloud-api-server/world.ts';
import { at } from '../gateway/test/support/json.ts';
import type { WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { connectOfficial, createInstance, linkInstance } from './instances.ts';
import type { Arrivals } from './rules/arrivals.ts';
import type { Target } from './target/gateway.ts';
import { postWebhook } from './webhooks/hook.ts';

/** Instances with regular traffic, which the attacks must not disturb. */
export interface BackgroundTraffic {
	/** Ends the traffic. */
	stop(): void;
	close(): void;
}

/** Phones of two accounts, linked by QR code, and of those who write with them. */
const ACCOUNTS = ['4915110000007', '4915110000017'] as const;
const FRIENDS = ['4915120000007', '4915120000017'] as const;
const CUSTOMER = '16505550007';
/** Milliseconds between two texts of one way. */
const PAUSE = 1000;

/** Creates the instances and starts the traffic: one text per second in each direction. */
export async function startBackgroundTraffic(
	target: Target,
	whatsApp: WhatsApp,
	arrivals: Arrivals,
): Promise<BackgroundTraffic> {
	/** Texts that were handed over, by our identifier of the message. */
	const handedOver = new Map<string, string>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			response.end();
			const event: unknown = JSON.parse(Buffer.concat(chunks).toString());
			if (at(event, 'event') === 'message.received') arrivals.arrived(String(at(event, 'data.content')));
			// A phone tells that it has it: the text went all the way.
			if (at(event, 'event') !== 'message.delivered') return;
			arrivals.arrived(handedOver.get(String(at(event, 'data.messageId'))) ?? '');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const linked: { id: string; account: string; friend: string }[] = [];
	for (const [index, account] of ACCOUNTS.entries()) {
		const id = await createInstance(target, `Innocent ${index}`, url);
		if (!(await linkInstance(target, whatsApp, id, account)))
			throw new Error(`${account} could not be linked.`);
		linked.push({ id, account, friend: FRIENDS[index] ?? '' });
	}
	const official = await createInstance(target, 'Innocent shop', url);
	if (!(await connectOfficial(target, official, NUMBER)))
		throw new Error('The number could not be connected.');

	let counter = 0;
	async function post(instanceId: string, to: string, way: string): Promise<void> {
		const text = `${way} ${(counter += 1)}`;
		arrivals.written(text, way);
		const answer = await target.call('POST', '/v1/messages/send', { instanceId, to, message: text });
		const messageId = at(answer?.body, 'messageId');
		if (typeof messageId === 'string') handedOver.set(messageId, text);
	}
	async function receive(account: string, friend: string): Promise<void> {
		const text = `in ${(counter += 1)}`;
		arrivals.written(text, 'QR in');
		await whatsApp.send(friend, account, { text });
	}
	async function receiveOfficially(): Promise<void> {
		const text = `official in ${(counter += 1)}`;
		arrivals.written(text, 'Cloud API in');
		const message = written(`wamid.innocent${counter}`, 'text', { body: text }, { from: CUSTOMER });
		const body = Buffer.from(JSON.stringify(webhook(arrived([message]))));
		// Meta tells again what was not answered with 200.
		for (let left = 20; left > 0 && (await postWebhook(target.url, official, body)) !== 200; left -= 1) {
			await new Promise((resolve) => setTimeout(resolve, PAUSE));
		}
	}

	const timers = [
		...linked.flatMap(({ id, account, friend }) => [
			() => post(id, friend, 'QR out'),
			() => receive(account, friend),
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
