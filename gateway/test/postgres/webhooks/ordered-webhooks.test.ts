import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setQueueSettings } from '../../support/storage/chat-queues.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { runSql } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const CHATS = ['4915112345678', '4915187654321', '4915100000001'];
const MESSAGES = 20;

describe('webhooks of two gateways', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let receiver: Receiver;
	let first: GatewayProcess;
	let second: GatewayProcess;
	let instanceId: string;

	const start = (): Promise<GatewayProcess> =>
		startGatewayProcess(folder, {
			GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
			GATEWAY_RETRY_SCHEDULE: '1s,1s,1s',
		});

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
		first = await start();
		second = await start();
		instanceId = await connectedInstance(first);
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	const createWebhook = async (settings: { ordered?: boolean; collectSeconds?: number }): Promise<void> => {
		const created = await second.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await setQueueSettings(folder, created.text('data.id'), settings);
	};
	/** Receives messages in every chat, of which one gateway is killed in the middle. */
	const receiveAll = async (): Promise<void> => {
		for (let number = 0; number < MESSAGES; number += 1) {
			if (number === MESSAGES / 2) await first.end('SIGKILL');
			await Promise.all(CHATS.map((from) => receive(from, String(number))));
		}
	};
	const receive = (from: string, content: string): Promise<boolean> =>
		until(`message ${content} to arrive`, async () => {
			const path = `/simulator/v1/instances/${instanceId}/messages`;
			const { status } = await second.post(path, { from, content });
			return status < 300;
		});
	const isDelivered = async (): Promise<boolean> => {
		const [row] = await runSql(
			folder,
			`select count(*)::int as count from deliveries where finished_at is null`,
		);
		return row?.count === 0;
	};
	const ofChat = (from: string): Received[] =>
		receiver.requests.filter((request) => request.at('data.from') === from);

	it('delivers the events of each chat in order, through failures and the death of one', async () => {
		await createWebhook({ ordered: true });
		const succeeded = new Set<unknown>();
		receiver.answer((response, request) => {
			// Every fifth event fails at its first attempt.
			const fails = Number(request.at('data.content')) % 5 === 3 && !succeeded.has(request.at('eventId'));
			succeeded.add(request.at('eventId'));
			response.writeHead(fails ? 500 : 200).end();
		});
		await receiveAll();
		await until('every delivery to end', isDelivered);
		for (const from of CHATS) {
			const numbers = ofChat(from).map((request) => Number(request.at('data.content')));
			expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
			expect(new Set(numbers).size).toBe(MESSAGES);
		}
		const rows = await runSql(folder, `select distinct status from deliveries`);
		expect(rows).toEqual([{ status: 'success' }]);
	});

	it('joins each message into one burst, through the death of one', async () => {
		await createWebhook({ collectSeconds: 1, ordered: true });
		await receiveAll();
		await until('every burst to end', isDelivered);
		for (const from of CHATS) {
			const bursts = new Map(ofChat(from).map((request) => [request.at('eventId'), request]));
			const contents = [...bursts.values()].flatMap((request) =>
				(request.at('data.messages') as unknown[]).map((message) => at(message, 'content')),
			);
			expect(contents).toEqual(Array.from({ length: MESSAGES }, (_, number) => String(number)));
		}
		const rows = await runSql(
			folder,
			`select count(*)::int as count from deliveries where status = 'joined' and joined_into is not null`,
		);
		expect(rows).toEqual([{ count: CHATS.length * MESSAGES }]);
	});
});
