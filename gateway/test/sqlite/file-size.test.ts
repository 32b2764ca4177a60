import { describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { metricsOf } from '../support/metrics.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';

describe('the database file', () => {
	it('does not grow from one round of messages to the next', async () => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '1h' } });
		const instanceId = await connectedInstance(gateway);
		const removed = async () =>
			(await metricsOf(gateway)).get('gateway_retention_removed_total{what="messages"}') ?? 0;
		const size = async () => (await metricsOf(gateway)).get('gateway_database_bytes') ?? NaN;
		const empty = await size();
		let full = 0;
		for (let round = 1; round <= 5; round += 1) {
			const history = { messages: 1000, chats: 5, seed: `round ${round}` };
			await gateway.post(`/simulator/v1/instances/${instanceId}/history`, history);
			if (round === 1) full = await size();
			expect(await size()).toBeLessThan(full * 1.2);
			clock.advance(2 * 3_600_000);
			await sweptUntil(clock, 'the round to be gone', async () => (await removed()) === round * 1000);
			await sweptUntil(clock, 'the file to shrink', async () => (await size()) < empty + (full - empty) / 2);
		}
		await gateway.close();
	});
});
