import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import type { Client } from '../../support/client.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
/** A transfer that does not end during a test. */
const ENDLESS = '600000,0,0';

/**
 * Cancels a message; returns the outcome or the error code. Retries, as the response asks, while a gateway takes over
 * the instance of a killed one.
 */
function cancel(client: Client, messageId: string, query = ''): Promise<unknown> {
	return until('the gateway to have the instance', async () => {
		const answer = await client.delete(`/v1/messages/${messageId}${query}`);
		return answer.status !== 503 && (answer.at('data.outcome') ?? answer.at('error.code'));
	});
}

/** Sends messages until one of them is in transfer, by the answer to a request to cancel it; returns its id. */
function sendUntilInTransfer(client: Client, instanceId: string): Promise<string> {
	return until('a message to be in transfer', async () => {
		const messageId = await sendText(client, instanceId, ANA);
		return (await cancel(client, messageId)) === 'message_being_sent' && messageId;
	});
}

/** Advances the clock until work ends that waits for it now and then. */
async function whileTimePasses<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
	const state = { hasEnded: false };
	const end = work.finally(() => {
		state.hasEnded = true;
	});
	while (!state.hasEnded) {
		await new Promise((resolve) => setImmediate(resolve));
		clock.advance(10);
	}
	return end;
}

const isQueued = async (client: Client, messageId: string): Promise<boolean> =>
	at(await statusOf(client, messageId), 'status') === 'queued';

describe('cancelling queued messages', () => {
	let gateway: TestGateway;
	afterEach(() => gateway.close());

	it('answers for each of many messages, while they are sent, whether the network gets it', async () => {
		const clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_SIMULATOR_LATENCY_MS: '50,0,0' } });
		const instanceId = await whileTimePasses(clock, connectedInstance(gateway));
		// These phones send back what they receive.
		const phones = Array.from({ length: 8 }, (_, index) => `4915112${index}0003`);
		const accepted = await Promise.all(
			Array.from({ length: 400 }, async (_, index) => {
				const text = `number ${index}`;
				return { text, messageId: await sendText(gateway, instanceId, phones[index % 8] ?? '', text) };
			}),
		);
		// Each chat has one message in transfer. The last messages are cancelled first.
		const messages: { text: string; messageId: string; outcome: unknown }[] = [];
		for (let left = accepted.toReversed(); left.length > 0; left = left.slice(16)) {
			const outcomes = left
				.slice(0, 16)
				// Half of the requests only cancel, and delete nothing that was sent.
				.map(async (message, index) => ({
					...message,
					outcome: await cancel(gateway, message.messageId, index % 2 === 0 ? '' : '?onlyUnsent=true'),
				}));
			messages.push(...(await whileTimePasses(clock, Promise.all(outcomes))));
		}
		const sent = messages.filter(({ outcome }) => outcome !== 'cancelled');
		await until('the other messages to be sent', async () => {
			clock.advance(50);
			const statuses = await Promise.all(sent.map(({ messageId }) => statusOf(gateway, messageId)));
			return statuses.every((status) => at(status, 'status') !== 'queued');
		});
		const echoes = new Set<unknown>();
		await until('their echoes', async () => {
			clock.advance(50);
			for (const phone of phones) {
				const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${phone}&limit=100`);
				for (const item of history.at('data') as unknown[]) {
					if (at(item, 'direction') === 'inbound') echoes.add(at(item, 'content'));
				}
			}
			return sent.every(({ text, outcome }) => outcome === 'deleted' || echoes.has(text));
		});
		for (const { messageId, text, outcome } of messages) {
			if (outcome === 'cancelled') expect([text, echoes.has(text)]).toEqual([text, false]);
			else expect(['message_being_sent', 'message_already_sent', 'deleted']).toContain(outcome);
			const { status, error } = (await statusOf(gateway, messageId)) as Record<string, unknown>;
			expect([status === 'failed', at(error, 'code') === 'cancelled']).toEqual(
				Array(2).fill(outcome === 'cancelled'),
			);
		}
		const outcomes = new Set(messages.map(({ outcome }) => outcome));
		expect(outcomes).toContain('cancelled');
		expect(outcomes.size).toBeGreaterThan(1);
	});

	it('cancels the messages behind one that is being sent, and not that message', async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_SIMULATOR_LATENCY_MS: ENDLESS } });
		const instanceId = await connectedInstance(gateway);
		const first = await sendUntilInTransfer(gateway, instanceId);
		const second = await sendText(gateway, instanceId, ANA);
		expect(await cancel(gateway, second)).toBe('cancelled');
		expect(await cancel(gateway, first)).toBe('message_being_sent');
	});

	it('cancels a queued message while the instance is disconnected, also after a restart', async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_SEND_INTERVAL: '1h' } });
		const instanceId = await connectedInstance(gateway);
		const first = await sendText(gateway, instanceId, ANA);
		await until('the first to be sent', async () => !(await isQueued(gateway, first)));
		const second = await sendText(gateway, instanceId, ANA);
		const third = await sendText(gateway, instanceId, ANA);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		expect(await cancel(gateway, second)).toBe('cancelled');
		gateway = await gateway.restart();
		expect(await cancel(gateway, third)).toBe('cancelled');
	});
});

describe('cancelling after the process was killed in mid-transfer', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	it('does not cancel a message that the network may have, and cancels those queued after it', async () => {
		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: ENDLESS });
		const instanceId = await connectedInstance(gateway);
		const inTransfer = await sendUntilInTransfer(gateway, instanceId);
		const waiting = await sendText(gateway, instanceId, ANA);
		await gateway.end('SIGKILL');

		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: ENDLESS });
		expect(await cancel(gateway, inTransfer)).toBe('message_being_sent');
		expect(await cancel(gateway, waiting)).toBe('message_being_sent');
		const later = await sendText(gateway, instanceId, ANA);
		expect(await cancel(gateway, later)).toBe('cancelled');
		await gateway.end('SIGKILL');

		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
		for (const messageId of [inTransfer, waiting]) {
			await until('it to be sent', async () => !(await isQueued(gateway, messageId)));
			expect(await statusOf(gateway, messageId)).not.toHaveProperty('error');
		}
		expect(await statusOf(gateway, later)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
	});

	it('knows the messages in doubt of an instance that was disconnected before', async () => {
		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: ENDLESS });
		const instanceId = await connectedInstance(gateway);
		const inTransfer = await sendUntilInTransfer(gateway, instanceId);
		const waiting = await sendText(gateway, instanceId, ANA);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await gateway.end('SIGKILL');

		gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: ENDLESS });
		expect(await cancel(gateway, inTransfer)).toBe('message_being_sent');
		expect(await cancel(gateway, waiting)).toBe('cancelled');
	});
});
