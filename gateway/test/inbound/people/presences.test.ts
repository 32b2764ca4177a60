import { describe, expect, it } from '@jest/globals';
import type { InstanceId } from '../../../src/domain/ids.ts';
import { createPresences } from '../../../src/inbound/people/presences.ts';

const CHAT = { instanceId: 'inst_one' as InstanceId, chatId: '120363025246125486@g.us' };
const NOW = 1_800_000_000_000;

describe('createPresences', () => {
	it('takes five changes of a chat in a second, and compares later ones with the last that it took', () => {
		const presences = createPresences();
		const states = ['typing', 'paused', 'typing', 'paused', 'typing', 'paused', 'offline'] as const;
		const change = (state: (typeof states)[number], now: number, chatId = CHAT.chatId) =>
			presences.change({ ...CHAT, chatId, senderId: 'ada', state }, now) !== null;
		expect(states.map((state) => change(state, NOW))).toEqual([true, true, true, true, true, false, false]);
		expect(change('paused', NOW, '120363025246125487@g.us')).toBe(true);
		expect(change('typing', NOW + 1000)).toBe(false);
		expect(change('paused', NOW + 1000)).toBe(true);
	});

	it('forgets a change that is taken back', () => {
		const presences = createPresences();
		const typing = { ...CHAT, senderId: 'ada', state: 'typing' } as const;
		presences.change(typing, NOW)?.();
		expect(presences.change(typing, NOW)).not.toBeNull();
		expect(presences.change(typing, NOW)).toBeNull();
	});

	it('forgets the chats and the people that changed longest ago', () => {
		const presences = createPresences();
		const isNew = (chatId: string, senderId: string, now: number) =>
			presences.change({ ...CHAT, chatId, senderId, state: 'online' }, now) !== null;
		for (let index = 0; index < 2000; index += 1) isNew('group', `person ${index}`, NOW + index * 1000);
		expect(isNew('group', 'person 1999', NOW + 3_000_000)).toBe(false);
		expect(isNew('group', 'person 0', NOW + 3_000_000)).toBe(true);
		for (let index = 0; index < 2000; index += 1) isNew(`chat ${index}`, 'ada', NOW);
		expect(isNew('chat 1999', 'ada', NOW + 1000)).toBe(false);
		expect(isNew('chat 0', 'ada', NOW + 1000)).toBe(true);
	});
});
