import { describe, expect, it } from '@jest/globals';
import type { BinaryNode } from 'baileys';
import {
	createMissingMessages,
	isSameMessage,
	type MissingMessage,
} from '../../../../../src/network/whatsapp-web/inbound/undecryptable/missing-messages.ts';

const ADA = '4915122222222@s.whatsapp.net';
const EVE = '4915133333333@s.whatsapp.net';
const EVE_LID = '99000000000001@lid';
const GROUP = '120363000000000001@g.us';

function missing(attrs: BinaryNode['attrs']): MissingMessage {
	return { node: { tag: 'message', attrs }, at: 1 };
}

function keyOf({ attrs }: MissingMessage['node']) {
	const { id = '', from = '', participant, participant_lid: lid } = attrs;
	return {
		id,
		remoteJid: from,
		...(participant === undefined ? {} : { participant }),
		...(lid === undefined ? {} : { participantAlt: lid }),
	};
}

function collection(stored: ReadonlyMap<string, MissingMessage> = new Map()) {
	const store = new Map(stored);
	const messages = createMissingMessages({
		stored,
		keyOf,
		store: (name, message) => {
			if (message === null) store.delete(name);
			else store.set(name, message);
		},
	});
	return { messages, store };
}

describe('the messages whose content is missing', () => {
	it('are distinguished by chat and sender, with any ids of strangers', () => {
		const { messages, store } = collection();
		const byAda = missing({ id: 'A1', from: ADA });
		const inGroup = missing({ id: 'A1', from: GROUP, participant: ADA });
		for (const one of [byAda, inGroup, byAda]) messages.add(one);
		expect(store.size).toBe(2);
		messages.remove({ id: 'A1', remoteJid: EVE });
		messages.remove({ id: 'A1', remoteJid: GROUP, participant: EVE });
		messages.remove({ id: 'A1', remoteJid: ADA, fromMe: true });
		expect(messages.withId('A1')).toMatchObject([byAda, inGroup]);
		messages.remove({ id: 'A1', remoteJid: GROUP, participant: ADA });
		expect([...store.values()]).toEqual([byAda]);
	});

	it('are found by either JID of their sender', () => {
		const { messages, store } = collection();
		messages.add(missing({ id: 'A1', from: GROUP, participant: EVE, participant_lid: EVE_LID }));
		messages.remove({ id: 'A1', remoteJid: GROUP, participant: EVE_LID });
		expect(store.size).toBe(0);
	});

	it('of an earlier version, stored by their ids alone, are removed from the store too', () => {
		const { messages, store } = collection(new Map([['A1', missing({ id: 'A1', from: ADA })]]));
		messages.remove({ id: 'A1', remoteJid: EVE });
		expect(store.size).toBe(1);
		messages.remove({ id: 'A1', remoteJid: ADA });
		expect(store.size).toBe(0);
	});

	it('of one sender do not displace those of others', () => {
		const { messages, store } = collection();
		messages.add(missing({ id: 'A1', from: ADA }));
		for (let number = 0; number < 1500; number += 1)
			messages.add(missing({ id: `E${number}`, from: GROUP, participant: EVE }));
		messages.add(missing({ id: 'A2', from: ADA }));
		expect(store.size).toBe(1000);
		expect([...messages.withId('A1'), ...messages.withId('A2')]).toHaveLength(2);
		expect(messages.withId('E0')).toEqual([]);
		expect(messages.withId('E1499')).toHaveLength(1);
	});

	it('in a group that the account wrote in differ from those of others', () => {
		const own = { id: 'A1', remoteJid: GROUP, fromMe: true };
		expect(isSameMessage(own, { ...own, participant: ADA })).toBe(true);
		expect(isSameMessage(own, { ...own, fromMe: false, participant: ADA })).toBe(false);
	});
});
