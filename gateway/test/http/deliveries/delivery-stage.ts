import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

export const HOUR = 3_600_000;
/** The delays of the retry schedule with the largest jitter, in milliseconds. */
export const RETRY_DELAYS = [33_000, 132_000, 660_000, 1.1 * HOUR, 6.6 * HOUR];

/** A gateway with a connected instance and a webhook of `message.received` and `instance.disconnected`. */
export interface DeliveryStage {
	clock: ManualClock;
	gateway: TestGateway;
	receiver: Receiver;
	instanceId: string;
	webhookId: string;
	/** The path of the webhook's deliveries. */
	path: string;
	receiveMessage(content?: string): Promise<unknown>;
	/** Returns a page of deliveries. */
	list(query?: string): Promise<unknown[]>;
	ids(query?: string): Promise<string[]>;
	/** Waits until the newest delivery has a status and a number of attempts; returns it. */
	waitForNewest(status: string, attempts: number): Promise<unknown>;
	/** Receives a message and exhausts the retries of its delivery; returns the delivery's id. */
	exhaustRetries(): Promise<string>;
	close(): Promise<void>;
}

export async function startDeliveryStage(): Promise<DeliveryStage> {
	const clock = createManualClock();
	const gateway = await startTestGateway({ clock });
	const receiver = await startReceiver();
	const instanceId = await connectedInstance(gateway);
	const events = ['message.received', 'instance.disconnected'];
	const webhookId = (await gateway.post('/v1/webhooks', { url: receiver.url, events })).text('data.id');
	const path = `/v1/webhooks/${webhookId}/deliveries`;

	const receiveMessage = (content = 'Hello') =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content });
	const list = async (query = '') => (await gateway.get(path + query)).at('data.deliveries') as unknown[];
	const waitForNewest = (status: string, attempts: number) =>
		until(`the newest delivery to be ${status}`, async () => {
			const [newest] = await list();
			const matches = at(newest, 'status') === status && at(newest, 'attempts') === attempts;
			const isScheduled = at(newest, 'nextAttemptAt') !== null;
			return matches && (isScheduled || status !== 'pending') && newest;
		});

	return {
		clock,
		gateway,
		receiver,
		instanceId,
		webhookId,
		path,
		receiveMessage,
		list,
		ids: async (query) => (await list(query)).map((delivery) => String(at(delivery, 'id'))),
		waitForNewest,
		async exhaustRetries() {
			receiver.answer((response) => response.writeHead(500).end('no'));
			await receiveMessage();
			for (const [index, delay] of RETRY_DELAYS.entries()) {
				await waitForNewest('pending', index + 1);
				clock.advance(delay);
			}
			return String(at(await waitForNewest('failed', 6), 'id'));
		},
		async close() {
			await receiver.close();
			await gateway.close();
		},
	};
}

/** Returns the status and the error code of a response. */
export function statusAndCode(answer: { status: number; at: (path: string) => unknown }): unknown[] {
	return [answer.status, answer.at('error.code')];
}
