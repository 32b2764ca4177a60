import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

/** A gateway with a webhook for messages, and others that watch how it does. */
export interface HealthStage {
	clock: ManualClock;
	gateway: TestGateway;
	/** Of the watched webhook, which answers `status`. */
	receiver: Receiver;
	status: number;
	instanceId: string;
	/** The watched webhook. */
	webhookId: string;
	/** Receives a message, and waits until its delivery was attempted and the attempt is recorded. */
	attempt(status: number): Promise<void>;
	health(): Promise<Record<string, unknown>>;
	webhook(): Promise<Record<string, unknown>>;
	/** Registers a webhook of a new receiver; returns its events about webhooks so far. */
	watch(rest?: Record<string, unknown>): Promise<Watcher>;
	close(): Promise<void>;
}

export interface Watcher {
	webhookId: string;
	/** The events about webhooks that it received, oldest first. */
	reported(): { kind: unknown; data: Record<string, unknown> }[];
	count(wanted: number): Promise<{ kind: unknown; data: Record<string, unknown> }[]>;
	/** Waits until so many deliveries succeeded, so that the clock can be advanced. */
	settled(wanted: number): Promise<unknown>;
}

export const ABOUT_WEBHOOKS = ['webhook.failing', 'webhook.recovered'];

export async function startHealthStage(
	register: (instanceId: string) => Record<string, unknown> = () => ({}),
): Promise<HealthStage> {
	const clock = createManualClock();
	const gateway = await startTestGateway({ clock });
	const receivers = [await startReceiver()];
	const [receiver] = receivers as [Receiver];
	const instanceId = await connectedInstance(gateway);
	const created = await gateway.post('/v1/webhooks', {
		url: receiver.url,
		name: 'Watched',
		events: ['message.received', ...ABOUT_WEBHOOKS],
		...register(instanceId),
	});
	const webhookId = created.text('data.id');
	const get = async (path: string) => (await gateway.get(path)).at('data') as Record<string, unknown>;

	const stage: HealthStage = {
		clock,
		gateway,
		receiver,
		status: 200,
		instanceId,
		webhookId,
		async attempt(status) {
			stage.status = status;
			const before = receiver.requests.length;
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: '4915112345678',
				content: `Message ${before}`,
			});
			await receiver.count(before + 1);
			await until('the attempt to be recorded', async () => {
				const [newest] = (await get(`/v1/webhooks/${webhookId}/deliveries?event=message.received&limit=1`))
					.deliveries as unknown[];
				return at(newest, 'lastStatusCode') === status;
			});
		},
		health: () => get(`/v1/webhooks/${webhookId}/health`),
		webhook: () => get(`/v1/webhooks/${webhookId}`),
		async watch(rest = {}) {
			const watching = await startReceiver();
			receivers.push(watching);
			const other = await gateway.post('/v1/webhooks', {
				url: watching.url,
				events: ABOUT_WEBHOOKS,
				...rest,
			});
			const reported = () =>
				watching.requests.map((request) => ({
					kind: request.at('event'),
					data: request.at('data') as Record<string, unknown>,
				}));
			const otherId = other.text('data.id');
			return {
				webhookId: otherId,
				reported,
				count: async (wanted) => (await watching.count(wanted), reported()),
				settled: (wanted) =>
					until(`${wanted} successful deliveries`, async () => {
						return (await get(`/v1/webhooks/${otherId}/health`)).succeeded === wanted;
					}),
			};
		},
		async close() {
			for (const each of receivers) await each.close();
			await gateway.close();
		},
	};
	receiver.answer((response) => response.writeHead(stage.status).end());
	return stage;
}
