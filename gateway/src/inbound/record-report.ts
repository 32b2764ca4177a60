import type { Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { NetworkEvent } from '../network/driver.ts';
import type { Fence } from '../store/instance-leases.ts';
import type { Commit, CommitScope } from '../store/group-commit.ts';
import { putContacts } from '../store/contacts.ts';
import { renderQrCode } from './qr-code.ts';
import { recordConnected, recordDisconnected, recordQr } from './record-connection.ts';
import { recordHistory } from './record-history.ts';
import { recordMessage } from './record-message.ts';
import type { RecordReceipt } from './receipts.ts';
import { recordFailure, recordReceipts } from './record-receipt.ts';

/** Work that happens inside the commit; what it needs from outside was prepared before. */
type Recording = (scope: CommitScope) => Promise<unknown>;

/** Makes everything a network reported at once durable, in one transaction and in the order reported. */
export function createReportRecorder(
	commit: Commit,
	recordReceipt: RecordReceipt,
	newId: NewId,
	clock: Clock,
	fence: Fence,
) {
	async function prepare(instanceId: InstanceId, event: NetworkEvent): Promise<Recording> {
		switch (event.kind) {
			case 'qr': {
				const qr = { qrCode: await renderQrCode(event.text), expiresAt: event.expiresAt };
				return (scope) => recordQr(scope, newId, instanceId, qr, clock.now());
			}
			case 'connected':
				return (scope) => recordConnected(scope, newId, instanceId, event.profile, clock.now());
			case 'disconnected':
				return (scope) => recordDisconnected(scope, newId, instanceId, event.reason, clock.now());
			case 'contacts':
				return (scope) => putContacts(scope.db, instanceId, event.contacts);
			case 'history':
				return (scope) => recordHistory(scope, newId, instanceId, event.messages);
			case 'message':
				return (scope) => recordMessage(scope, newId, instanceId, event.message, clock.now());
			case 'receipt':
				return (scope) => recordReceipts(scope, newId, [event], fence);
			case 'failure':
				return (scope) => recordFailure(scope, newId, event);
		}
	}

	return async function record(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void> {
		const [only, ...more] = events;
		// Most of what networks tell is one receipt at a time.
		if (only?.kind === 'receipt' && more.length === 0) return recordReceipt(only);
		const recordings = await Promise.all(events.map((event) => prepare(instanceId, event)));
		await commit(async (scope) => {
			await fence(scope, [instanceId]);
			for (const recording of recordings) await recording(scope);
		});
	};
}
