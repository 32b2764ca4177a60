import { beforeEach, describe, expect, it } from '@jest/globals';
import type { InstanceId, MessageId } from '../../../src/domain/ids.ts';
import type { NetworkEvent } from '../../../src/network/network-event.ts';
import { createTransfers, type Transfers } from '../../../src/outbound/sending/transfers.ts';
import { storeUnavailable } from '../../../src/store/commit/store-unavailable.ts';
import type { MessageRow } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/store.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const INSTANCE = 'inst_01k9z5q7v8w9x0y1z2a3b4c5d6' as InstanceId;
const LID = { instanceId: INSTANCE, chatId: '123456789012345@lid' };
const PHONE = { instanceId: INSTANCE, chatId: '4915112345678@s.whatsapp.net' };
const SAME_PERSON: NetworkEvent = { kind: 'same_person', ids: [PHONE.chatId, LID.chatId] };

/** The database is out of reach in these tests: what is tested is in memory. */
describe('the transfer of a message', () => {
	const clock = createManualClock();
	let transfers: Transfers;
	let stopping: boolean;

	beforeEach(async () => {
		stopping = false;
		const store = {
			read: {} as Store['read'],
			commit: () => Promise.reject(storeUnavailable('unreachable', new Error('Connection refused'))),
		};
		transfers = createTransfers({
			store,
			clock,
			leases: { tenureOf: () => 0 },
			isStopping: () => stopping,
		});
		await report({ kind: 'connected' } as NetworkEvent);
	});

	const report = (event: NetworkEvent) =>
		transfers.whileRecording(INSTANCE, [event], () => Promise.resolve());
	/** A message as it was read in a chat: in that of the LID, it moves when its person is known. */
	const readIn = ({ chatId }: { chatId: string }) =>
		({
			id: 'msg_01k9z5q7v8w9x0y1z2a3b4c5d6' as MessageId,
			instance_id: INSTANCE,
			chat_id: chatId,
			created_at: clock.now(),
		}) as MessageRow;
	const begin = (message: MessageRow) => transfers.begin(message, () => true);

	it('does not begin again in another chat while it lasts', async () => {
		transfers.chatTaken(LID);
		expect(await begin(readIn(LID))).toBe(true);
		await report(SAME_PERSON);
		transfers.chatTaken(PHONE);
		await expect(begin(readIn(PHONE))).rejects.toThrow('being transferred already');
	});

	it('does not begin again in another chat that was read while it lasted', async () => {
		transfers.chatTaken(LID);
		await begin(readIn(LID));
		await report(SAME_PERSON);
		transfers.chatTaken(PHONE);
		transfers.completed(readIn(LID));
		transfers.chatReleased(LID);
		expect(await begin(readIn(PHONE))).toBe(false);
	});

	it('begins again after one whose outcome is not known, also where that cannot be stored', async () => {
		await begin(readIn(LID));
		await transfers.outcomeUnknown(readIn(LID));
		expect(await begin(readIn(LID))).toBe(true);
	});

	it.each(['disconnected', 'qr'] as const)(
		'does not begin after the event %s of its instance',
		async (kind) => {
			await report({ kind } as NetworkEvent);
			expect(transfers.isOpen(INSTANCE)).toBe(false);
			expect(await begin(readIn(LID))).toBe(false);
		},
	);

	it('leaves the doubt about an earlier one, where the network refuses it for now', async () => {
		const message = readIn(LID);
		await begin(message);
		await transfers.outcomeUnknown(message);
		await begin(message);
		await transfers.rejected(message);
		await expect(transfers.cancel(message, () => Promise.resolve(true))).rejects.toThrow(
			'may have been sent',
		);
	});

	it('is cancelled by one request at a time', async () => {
		transfers.chatTaken(LID);
		const message = readIn(LID);
		const committed = Promise.withResolvers<boolean>();
		const first = transfers.cancel(message, () => committed.promise);
		await expect(transfers.cancel(message, () => Promise.resolve(false))).rejects.toThrow('is being sent');
		committed.resolve(true);
		expect(await first).toBe(true);
		expect(await begin(message)).toBe(false);
	});

	it('is stored as in doubt before the end of its connection is recorded', async () => {
		await begin(readIn(LID));
		stopping = true;
		let isRecorded = false;
		const recording = transfers.whileRecording(INSTANCE, [{ kind: 'disconnected' } as NetworkEvent], () => {
			isRecorded = true;
			return Promise.resolve();
		});
		await expect(recording).rejects.toMatchObject({ code: 'service_unavailable' });
		expect(isRecorded).toBe(false);
	});
});
