import { expect, it } from '@jest/globals';
import { createTransfers } from '../../../src/outbound/sending/transfers.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openStoreWithQueue } from '../store-with-queue.ts';

it('does not cancel a message that an earlier process may have sent, while the instance is taken over', async () => {
	const clock = createManualClock();
	const { store, instanceId, queue, close } = await openStoreWithQueue(clock);
	const transfers = createTransfers({ store, clock, leases: { tenureOf: () => 1 }, isStopping: () => false });
	const message = await queue();
	const takingOver = transfers.takeOver(instanceId);
	const cancelling = transfers.cancel(message, async (assertOwned) => {
		await takingOver;
		assertOwned();
		return true;
	});
	await expect(cancelling).rejects.toThrow('may have been sent');
	await close();
});
