import { describe, expect, it } from '@jest/globals';
import { createWaitingDeletions } from '../../../../src/network/whatsapp-web/changes/waiting-deletions.ts';

describe('the deletions that wait for WhatsApp', () => {
	it('are dropped beyond the limit, the oldest one of the sender with the most first', () => {
		const waiting = createWaitingDeletions(3);
		const dropped: string[] = [];
		const add = (name: string, person: string) => {
			waiting.add({ name, person }, () => dropped.push(name));
		};
		add('of Ada', 'ada');
		add('first of Eve', 'eve');
		add('second of Eve', 'eve');
		expect(dropped).toEqual([]);
		add('third of Eve', 'eve');
		add('of Bob', 'bob');
		expect(dropped).toEqual(['first of Eve', 'second of Eve']);
		expect(waiting.remove('of Ada')).toBe(true);
		expect(waiting.remove('first of Eve')).toBe(false);
	});

	it('count once when they are delivered again', () => {
		const waiting = createWaitingDeletions(1);
		let isDropped = false;
		const add = () => {
			waiting.add({ name: 'of Ada', person: 'ada' }, () => (isDropped = true));
		};
		add();
		add();
		expect(isDropped).toBe(false);
	});
});
