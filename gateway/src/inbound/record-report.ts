import type { Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { NetworkEvent } from '../network/driver.ts';
import type { Fence } from '../store/instance-leases.ts';
import type { Commit, CommitScope } from '../store/group-commit.ts';
import { putContacts } from '../store/contacts.ts';
import type { RecordNews } from './gathered-news.ts';
import { renderQrCode } from './qr-code.ts';
import { recordConnected, recordDisconnected, recordQr } from './record-connection.ts';
import { recordHistory } from './record-history.ts';
import { recordMessage } from './record-message.ts';

/** Work that happens inside the commit; what it needs from outside was prepared before. */
type Recording = (scope: CommitScope) => Promise<unknown>;

/**
 * Makes everything a network reported at once durable: first what became of our messages, through the one queue for
 * that, then the rest in one transaction, in the order reported. Reporting it all again does no harm.
 */
export function createReportRecorder(
	commit: Commit,
	recordNews: RecordNews,
	newId: NewId,
	clock: Clock,
	fence: Fence,
) {
	async function prepare(instanceId: InstanceId, event: OtherEvent): Promise<Recording> {
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
		}
	}

	async function recordOthers(instanceId: InstanceId, events: readonly OtherEvent[]): Promise<void> {
		const recordings = await Promise.all(events.map((event) => prepare(instanceId, event)));
		await commit(async (scope) => {
			await fence(scope, [instanceId]);
			for (const recording of recordings) await recording(scope);
		});
	}

	return async function record(instanceId: InstanceId, events: readonly NetworkEvent[]): Promise<void> {
		for (const event of events) if (isNews(event)) await recordNews(event);
		const others = events.filter((event) => !isNews(event));
		if (others.length > 0) await recordOthers(instanceId, others);
	};
}

/** What a network tells besides what became of our messages. */
type OtherEvent = Exclude<NetworkEvent, { kind: 'receipt' | 'failure' }>;

function isNews(event: NetworkEvent): event is Extract<NetworkEvent, { kind: 'receipt' | 'failure' }> {
	return event.kind === 'receipt' || event.kind === 'failure';
}
