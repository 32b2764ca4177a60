import { expect, it } from '@jest/globals';
import { createTransfers } from '../../../src/outbound/sending/transfers.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openStoreWithQueue } from '../store-with-queue.ts';

it('does not cancel a message that an earlier process may have sent, while the instance is taken over', async () => {
	const clock = createManualClock();
	const queue = await openStoreWithQueue(clock);
	const { store, instanceId } = queue;
	const transfers = createTransfers({ store, clock, leases: { tenureOf: () => 1 }, isStopping: () => false });
	const message = await queue.queue();
	const takingOver = transfers.takeOver(instanceId);
	const cancelling = transfers.cancel(message, async (assertOwned) => {
		await takingOver;
		assertOwned();
		return true;
	});
	await expect(cancelling).rejects.toThrow('may have been sent');
	await queue.close();
});
