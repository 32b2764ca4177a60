import type { Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { NetworkEvent } from '../network/driver.ts';
import type { Commit, CommitScope } from '../store/group-commit.ts';
import { renderQrCode } from './qr-code.ts';
import { recordContacts } from './record-contacts.ts';
import { recordConnected, recordDisconnected, recordQr } from './record-connection.ts';
import { recordHistory } from './record-history.ts';
import { recordMessage } from './record-message.ts';
import { recordFailure, recordReceipt } from './record-receipt.ts';

/** Work that happens inside the commit; what it needs from outside was prepared before. */
type Recording = (scope: CommitScope) => Promise<unknown>;

/** Makes everything a network reported at once durable, in one transaction and in the order reported. */
export function createReportRecorder(commit: Commit, newId: NewId, clock: Clock) {
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
				return (scope) => recordContacts(scope, instanceId, event.contacts);
			case 'history':
				return (scope) => recordHistory(scope, newId, instanceId, event.messages);
			case 'message':
				return (scope) => recordMessage(scope, newId, instanceId, event.message, clock.now());
			case 'receipt':
				return (scope) => recordReceipt(scope, newId, event);
			case 'failure':
				return (scope) => recordFailure(scope, newId, event);
		}
	}

	return async function record(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void> {
		const recordings = await Promise.all(events.map((event) => prepare(instanceId, event)));
		await commit(async (scope) => {
			for (const recording of recordings) await recording(scope);
		});
	};
}
