import { describe, expect, it } from '@jest/globals';
import { makeEventBuffer, processSyncAction, type BaileysEventMap } from 'baileys';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import { emitFirstChanges } from '../../../../src/network/whatsapp-web/baileys/emit-first-changes.ts';
import { reportedChanges } from '../../../../src/network/whatsapp-web/chats/reported-changes.ts';

const ADA = '4915122222222@s.whatsapp.net';
const ARCHIVED_AT = 1_700_000_000;
const clock = { now: () => 1_800_000_000_000 };
const identities = { chatIdOf: (jid: string) => Promise.resolve(jid) };

const ignore = (): void => undefined;
const logger: ILogger = {
	level: 'silent',
	child: () => logger,
	trace: ignore,
	debug: ignore,
	info: ignore,
	warn: ignore,
	error: ignore,
};

type Action = NonNullable<Parameters<typeof processSyncAction>[0]['syncAction']['value']>;

/**
 * The first sync of an account has these changes of a chat; what is reported where the chat's last message is of
 * `lastAt`.
 */
async function reported(
	actions: readonly Action[],
	{ unarchiveChats, lastAt }: { unarchiveChats: boolean; lastAt: number | null },
) {
	const ev = makeEventBuffer(logger);
	emitFirstChanges(ev);
	const received: BaileysEventMap['chats.update'] = [];
	ev.on('chats.update', (updates) => received.push(...updates));
	ev.buffer();
	for (const value of actions) {
		const mutation = { syncAction: { value }, index: ['change', ADA] as [string, string] };
		processSyncAction(mutation, ev, { id: ADA }, { accountSettings: { unarchiveChats } }, logger);
	}
	ev.flush();
	ev.destroy();
	const message = { networkId: 'A1', at: (lastAt ?? 0) * 1000 };
	const messages = {
		findLastReceived: () => Promise.resolve(lastAt === null ? null : message.networkId),
		findId: () => Promise.resolve('msg_1'),
		find: () => Promise.resolve(message),
	};
	const context = { messages } as unknown as Parameters<typeof reportedChanges>[0]['context'];
	return reportedChanges({ clock, context }, { identities }, received);
}

const archive: Action = {
	archiveChatAction: { archived: true, messageRange: { lastMessageTimestamp: ARCHIVED_AT } },
};
const unarchive: Action = { archiveChatAction: { archived: false } };

describe('a chat archived before the first sync', () => {
	const archived = [{ chatId: ADA, changes: { archived: true } }];
	const notArchived = [{ chatId: ADA, changes: { archived: false } }];

	it.each([
		{ what: 'without messages', lastAt: null, expected: archived },
		{ what: 'without later messages', lastAt: ARCHIVED_AT, expected: archived },
		{ what: 'with a later message', lastAt: ARCHIVED_AT + 1, expected: notArchived },
	])('$what, in an account whose messages bring chats back', async ({ lastAt, expected }) => {
		expect(await reported([archive], { unarchiveChats: true, lastAt })).toEqual(expected);
	});

	it('stays archived after later messages otherwise', async () => {
		const lastAt = ARCHIVED_AT + 1;
		expect(await reported([archive], { unarchiveChats: false, lastAt })).toEqual(archived);
	});

	it('is as the last of several changes says', async () => {
		const account = { unarchiveChats: true, lastAt: ARCHIVED_AT + 1 };
		const again: Action = {
			archiveChatAction: { archived: true, messageRange: { lastMessageTimestamp: ARCHIVED_AT + 1 } },
		};
		expect(await reported([archive, unarchive], account)).toEqual(notArchived);
		expect(await reported([archive, again], account)).toEqual(archived);
		expect(await reported([archive, { pinAction: { pinned: true }, timestamp: 5 }], account)).toEqual([
			{ chatId: ADA, changes: { archived: false, pinned: true } },
		]);
	});
});
