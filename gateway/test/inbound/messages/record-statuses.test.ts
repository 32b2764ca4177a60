import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordStatusUpdates, type StatusUpdate } from '../../../src/inbound/messages/record-statuses.ts';
import type { MessageFailure } from '../../../src/domain/messages/message.ts';
import { UNFENCED } from '../../../src/store/cluster/leases.ts';
import type { MessageRow } from '../../../src/store/schema.ts';
import { openStoreWithQueue, type StoreWithQueue } from '../../outbound/store-with-queue.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const FAILURE: MessageFailure = { code: 'network_error', message: 'It failed.' };

type Progress = { status: 'sent' | 'delivered' } | { failure: MessageFailure; refused?: true };

describe('the status of an outbound message', () => {
	const clock = createManualClock();
	let queue: StoreWithQueue;
	let message: MessageRow;

	beforeEach(async () => {
		queue = await openStoreWithQueue(clock);
		message = await queue.queue();
	});
	afterEach(() => queue.close());

	async function record(
		progress: Progress,
		{ instanceId = queue.instanceId, at = clock.now() } = {},
	): Promise<MessageRow> {
		const subject = { instanceId, messageId: message.id, at };
		const update: StatusUpdate = { ...subject, ...progress };
		await queue.store.commit((scope) => recordStatusUpdates(scope, queue.newId, [update], UNFENCED));
		return queue.rowOf(message.id);
	}

	it('stays sent when a gateway that read it as queued reports that it was never sent', async () => {
		await record({ status: 'sent' });
		expect(await record({ failure: FAILURE, refused: true })).toMatchObject({
			status: 'sent',
			error_code: null,
		});
		expect(await record({ status: 'delivered' })).toMatchObject({ status: 'delivered' });
	});

	it('becomes failed where it was never sent and is queued', async () => {
		const failed = await record({ failure: FAILURE, refused: true });
		expect(failed).toMatchObject({ status: 'failed', sent_at: null, error_code: 'network_error' });
	});

	it('becomes failed where the network reports the failure of a message that it took over', async () => {
		await record({ status: 'sent' });
		expect(await record({ failure: FAILURE })).toMatchObject({ status: 'failed', sent_at: clock.now() });
	});

	it('has no time before that of the status before it', async () => {
		await record({ status: 'sent' });
		const delivered = await record({ status: 'delivered' }, { at: clock.now() - 1000 });
		expect(delivered).toMatchObject({ sent_at: clock.now(), delivered_at: clock.now() });
	});

	it('stays as it is when another instance reports about the message', async () => {
		const other = { instanceId: queue.newId('inst') };
		expect(await record({ status: 'delivered' }, other)).toMatchObject({ status: 'queued' });
		expect(await record({ failure: FAILURE }, other)).toMatchObject({ status: 'queued' });
	});
});
