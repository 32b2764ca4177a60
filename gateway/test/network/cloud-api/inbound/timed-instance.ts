import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { arrived, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../../../support/official/official.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';

export type Fields = Record<string, unknown>;

/** Of the test that runs: the stand-in for Meta, and a gateway of its own, whose time the test advances. */
export let meta: CloudApi;
export let clock: ManualClock;
export let gateway: TestGateway;
export let receiver: Receiver;
export let instanceId: string;

let counter = 0;
export const wamid = (): string => `wamid.timed${(counter += 1)}`;

/**
 * Starts, for each test of a file, a gateway with a manual clock, an official instance, and a receiver of these events.
 */
export function useTimedInstance(kinds: readonly string[]): void {
	beforeAll(async () => {
		meta = await startCloudApi();
	});
	afterAll(() => meta.close());
	beforeEach(async () => {
		clock = createManualClock();
		receiver = await startReceiver();
		gateway = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		instanceId = await officialInstance(gateway);
		const created = await gateway.post('/v1/webhooks', { instanceId, url: receiver.url, events: kinds });
		expect(created.status).toBe(201);
		await subscribe(meta, gateway.url, instanceId);
	});
	afterEach(async () => {
		await gateway.close();
		await meta.recover();
		await receiver.close();
	});
}

/** Returns Meta's timestamp of this many milliseconds before now. */
export const ago = (duration: number) => ({ timestamp: String((clock.now() - duration) / 1000) });

/** Returns a text that a person has written just now. */
export const text = (body: string, more: Fields = {}) =>
	written(wamid(), 'text', { body }, { ...ago(0), ...more });

/** Resolves with the status of the gateway's answer to a payload of Meta. */
export const answered = async (payload: unknown) => (await meta.notify(payload)).status;

/** Resolves with the status of the gateway's answer to received messages. */
export const answeredTo = (...messages: Fields[]) => answered(webhook(arrived(messages)));

export const events = (kind: string) => receiver.requests.filter((one) => one.at('event') === kind);

/** Resolves when everything before it is published. */
export const published = async (): Promise<void> => {
	const body = `Marker ${wamid()}`;
	expect(await answeredTo(text(body))).toBe(200);
	await receiver.find(body, (one) => one.at('data.content') === body);
};

/** Resolves with the messages of the instance, newest first. */
export const history = async () =>
	(await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`)).at('data') as Fields[];
