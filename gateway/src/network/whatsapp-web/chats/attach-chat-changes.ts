import type { DeviceChatUpdate } from '../baileys/emit-first-changes.ts';
import type { Device, DeviceConnection } from '../device.ts';
import type { HistoryReceiver } from '../inbound/history-receiver.ts';
import type { AppStateFollower } from './follow-app-state.ts';
import { reportedChanges } from './reported-changes.ts';

/** Chats in one report. */
const BATCH_SIZE = 200;

/**
 * Reports what the account's other devices change in chats: they are archived, pinned, muted, marked as unread. Changes
 * are reported in their order, and after the history that came before them, by which their chats exist.
 */
export function attachChatChanges(
	device: Device,
	connection: DeviceConnection,
	{
		history,
		appState,
	}: { history: Pick<HistoryReceiver, 'recorded'>; appState: Pick<AppStateFollower, 'track'> },
): void {
	let last: Promise<void> = Promise.resolve();
	connection.socket.ev.on('chats.update', (updates) => {
		const recording = last.then(() => history.recorded().catch(() => undefined)).then(() => report(updates));
		appState.track(recording);
		last = recording.catch(() => undefined);
	});

	async function report(updates: readonly DeviceChatUpdate[]): Promise<void> {
		for (let from = 0; from < updates.length; from += BATCH_SIZE) {
			const batch = updates.slice(from, from + BATCH_SIZE);
			const chats = await reportedChanges(device, connection, batch);
			if (device.isClosed()) throw new Error('The connection has ended.');
			if (chats.length > 0) await device.context.report([{ kind: 'chat_changes', chats }]);
		}
	}
}
