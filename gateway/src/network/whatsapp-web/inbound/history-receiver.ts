import type { BaileysEventMap, Chat, WAMessage } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { createSemaphore, type Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { NetworkEvent, PastMessage } from '../../network-event.ts';
import { keepChangesBeforeHistory, type ChangesBeforeHistory } from '../chats/changes-before-history.ts';
import { reportedChanges } from '../chats/reported-changes.ts';
import { contactReportOf } from '../contacts/contact-report.ts';
import { rememberPoll } from '../changes/remember-poll.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { pastMessageOf } from './message/past-message.ts';

/** Messages, or contacts, in one report. */
const BATCH_SIZE = 100;
/**
 * Most parts of the history that are imported at the same time. A phone sends dozens of them when a device is linked,
 * and each takes up to hundreds of megabytes of memory from its download until it is recorded.
 */
const MAX_IMPORTS = 2;

/** Receives the history of the account from before the device was linked. */
export interface HistoryReceiver {
	attach(connection: DeviceConnection): void;
	/** Runs the import of a part, from its download until it is recorded, after the parts before it. */
	limitImports: Semaphore;
	/** Resolves when all received history is recorded. */
	recorded: () => Promise<void>;
}

/** Reports the history one batch after the other, so that current messages are recorded in between. */
export function createHistoryReceiver(device: Device): HistoryReceiver {
	let last: Promise<void> = Promise.resolve();

	async function report(event: NetworkEvent): Promise<void> {
		if (device.isClosed()) throw new Error('The connection has ended.');
		await device.context.report([event]);
		await new Promise((resolve) => {
			setImmediate(resolve);
		});
	}

	async function record(
		connection: DeviceConnection,
		changes: ChangesBeforeHistory,
		{ messages, contacts, chats }: BaileysEventMap['messaging-history.set'],
	): Promise<void> {
		const { identities } = connection;
		for (let from = 0; from < contacts.length; from += BATCH_SIZE) {
			const batch = contacts.slice(from, from + BATCH_SIZE);
			const profiles = (
				await Promise.all(batch.map((contact) => contactReportOf(identities, contact)))
			).filter((profile) => profile !== null);
			if (profiles.length > 0) await report({ kind: 'contacts', contacts: profiles });
		}
		const groupNames = groupNamesIn(chats);
		const groups = [...groupNames].map(([id, name]) => ({ id, name }));
		for (let from = 0; from < groups.length; from += BATCH_SIZE)
			await report({ kind: 'group_names', groups: groups.slice(from, from + BATCH_SIZE) });
		const oldestFirst = sortedByTime(messages);
		for (let from = 0; from < oldestFirst.length; from += BATCH_SIZE) {
			const past: PastMessage[] = [];
			for (const message of oldestFirst.slice(from, from + BATCH_SIZE)) {
				const pastMessage = await pastMessageOf(device.clock, identities, message);
				if (pastMessage === null) continue;
				rememberPoll(device, message);
				const groupName = groupNames.get(pastMessage.chatId);
				past.push(groupName === undefined ? pastMessage : { ...pastMessage, groupName });
			}
			if (past.length > 0) await report({ kind: 'history', messages: past });
		}
		// The messages are recorded before, because they create the chats.
		for (let from = 0; from < chats.length; from += BATCH_SIZE) {
			const batch = chats.slice(from, from + BATCH_SIZE);
			const states = batch.map((chat) => ({ ...statesIn(chat), ...changes.take(chat) }));
			const changed = await reportedChanges(device, connection, states);
			if (changed.length > 0) await report({ kind: 'chat_changes', chats: changed });
		}
	}

	return {
		attach(connection) {
			const changes = keepChangesBeforeHistory(device.creds, connection.socket);
			connection.socket.ev.on('messaging-history.set', (history) => {
				last = last.catch(() => undefined).then(() => record(connection, changes, history));
				last.catch(() => undefined);
			});
		},
		limitImports: createSemaphore(MAX_IMPORTS),
		recorded: () => last,
	};
}

/** WhatsApp sends the newest messages first, but a quoted message has to be recorded before its reply. */
function sortedByTime(messages: readonly WAMessage[]): WAMessage[] {
	const timeOf = ({ messageTimestamp }: WAMessage): number => Number(messageTimestamp) || 0;
	return messages.toReversed().sort((a, b) => timeOf(a) - timeOf(b));
}

/** How a chat of the history differs from a new one: archived, pinned, muted, marked as unread. */
function statesIn({ id, archived, pinned, muteEndTime, markedAsUnread }: Chat): Partial<Chat> {
	return {
		...(id ? { id } : {}),
		...(archived === true ? { archived } : {}),
		...(pinned ? { pinned } : {}),
		...(muteEndTime ? { muteEndTime } : {}),
		...(markedAsUnread === true ? { markedAsUnread } : {}),
	};
}

/** The names of the groups among chats, by their ids. */
function groupNamesIn(chats: readonly Chat[]): Map<string, string> {
	return new Map(
		chats.flatMap(({ id, name }): [string, string][] =>
			id && name && isGroupJid(id) ? [[id, sanitizeName(name)]] : [],
		),
	);
}
