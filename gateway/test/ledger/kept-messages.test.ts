import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { reached } from '../support/media.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';

const HOUR = 3_600_000;
/** A phone that receives messages and never reads them automatically. */
const SLOW_READER = '4915112340001';

let gateway: TestGateway;
let clock: ManualClock;

beforeEach(async () => {
	clock = createManualClock();
	gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '24h' } });
});
afterEach(() => gateway.close());

it('does not report a message as missing that retention has removed after its event', async () => {
	const shop = await connectedInstance(gateway);
	const messageId = await sendText(gateway, shop, SLOW_READER);
	await reached(gateway, messageId, 'delivered');
	clock.advance(23.9 * HOUR);
	const readAt = clock.now();
	await gateway.post(`/simulator/v1/instances/${shop}/messages/${messageId}/receipts`, { status: 'read' });
	await reached(gateway, messageId, 'read');
	clock.advance(0.2 * HOUR);
	await sweptUntil(clock, 'the message to be gone', async () => {
		return (await gateway.get(`/v1/messages/${messageId}/status`)).status === 404;
	});
	const time = new Date(readAt).toISOString();
	const hour = await gateway.get(`/v1/ledger?from=${time}&to=${time}&recount=true`);
	expect(hour.at('data.0')).toMatchObject({ state: 'open', missing: 0, breaks: [] });
	expect(hour.at('data.0.instances.0')).toMatchObject({ events: 1 });
});
