import type { BaileysEventMap, Chat } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import type { NetworkEvent, PastMessage } from '../../driver.ts';
import { cleanedName } from '../content/bounded-text.ts';
import { cardOf } from '../contacts.ts';
import type { Device, OpenLink } from '../device.ts';
import { pastMessageOf } from './past-messages.ts';

/** Messages, and contacts, reported at once. */
const BATCH = 100;

/** Takes what was written before the device was linked. */
export interface HistoryReceiver {
	attach(link: OpenLink): void;
	/** Resolves when all that came so far is recorded. */
	recorded: () => Promise<void>;
}

/** Reports the past in batches, one after the other: what happens meanwhile is recorded in between. */
export function createHistoryReceiver(device: Device): HistoryReceiver {
	let last: Promise<void> = Promise.resolve();

	async function report(event: NetworkEvent): Promise<void> {
		if (device.isOver()) throw new Error('The connection has ended.');
		await device.host.report([event]);
		await new Promise((resolve) => {
			setImmediate(resolve);
		});
	}

	async function take(
		{ identities }: OpenLink,
		{ messages, contacts, chats }: BaileysEventMap['messaging-history.set'],
	): Promise<void> {
		for (let from = 0; from < contacts.length; from += BATCH) {
			const cards = await Promise.all(
				contacts.slice(from, from + BATCH).map((contact) => cardOf(identities, contact)),
			);
			const told = cards.filter((card) => card !== null);
			if (told.length > 0) await report({ kind: 'contacts', contacts: told });
		}
		const groupNames = groupNamesIn(chats);
		for (let from = 0; from < messages.length; from += BATCH) {
			const past: PastMessage[] = [];
			for (const message of messages.slice(from, from + BATCH)) {
				const one = await pastMessageOf(device.clock, identities, message);
				if (one === null) continue;
				const groupName = groupNames.get(one.chatId);
				past.push(groupName === undefined ? one : { ...one, groupName });
			}
			if (past.length > 0) await report({ kind: 'history', messages: past });
		}
	}

	return {
		attach(link) {
			link.socket.ev.on('messaging-history.set', (past) => {
				last = last.catch(() => undefined).then(() => take(link, past));
				last.catch(() => undefined);
			});
		},
		recorded: () => last,
	};
}

/** What the groups among chats are called, by their ids. */
function groupNamesIn(chats: readonly Chat[]): Map<string, string> {
	return new Map(
		chats.flatMap(({ id, name }): [string, string][] =>
			id && name && isGroupJid(id) ? [[id, cleanedName(name)]] : [],
		),
	);
}
