import { describe, expect, it } from '@jest/globals';
import { createPhoneRequests } from '../../../../../src/network/whatsapp-web/inbound/undecryptable/phone-requests.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';

const ADA = '4915122222222@s.whatsapp.net';
const EVE = '4915133333333@s.whatsapp.net';
const MINUTE = 60_000;

function requests() {
	const clock = createManualClock();
	const sent: (string | null | undefined)[][] = [];
	const phone = createPhoneRequests(clock, (keys) => {
		sent.push(keys.map(({ id }) => id));
	});
	const add = (id: string, sender: string, delay?: number): void => {
		phone.add({ name: `${sender} ${id}`, sender, key: { id, remoteJid: sender } }, delay);
	};
	const addMany = (count: number, sender: string): void => {
		for (let index = 0; index < count; index += 1) add(`${index}`, sender);
	};
	return { clock, sent, phone, add, addMany, all: () => sent.flat() };
}

describe('requests to the phone', () => {
	it('name many messages at once, with a pause between two', () => {
		const { clock, sent, add } = requests();
		add('a', ADA);
		add('b', EVE);
		clock.advance(0);
		add('c', ADA);
		clock.advance(4999);
		expect(sent).toEqual([['a', 'b']]);
		clock.advance(1);
		expect(sent).toEqual([['a', 'b'], ['c']]);
	});

	it('are not made for a message that came in time', () => {
		const { clock, sent, add, phone } = requests();
		add('a', ADA, 5000);
		add('b', ADA, 5000);
		clock.advance(4999);
		phone.remove(`${ADA} a`);
		clock.advance(1);
		expect(sent).toEqual([['b']]);
	});

	it('are few for the messages of one sender, and do not lose the others', () => {
		const { clock, all, addMany } = requests();
		addMany(120, EVE);
		clock.advance(9 * MINUTE);
		expect(all()).toHaveLength(50);
		clock.advance(2 * MINUTE);
		expect(all()).toHaveLength(100);
		clock.advance(20 * MINUTE);
		expect(new Set(all()).size).toBe(120);
	});

	it('take messages of each sender in turn', () => {
		const { clock, sent, add, addMany } = requests();
		addMany(200, EVE);
		add('a', ADA);
		clock.advance(0);
		expect(sent[0]).toHaveLength(50);
		expect(sent[0]?.slice(0, 3)).toEqual(['0', 'a', '1']);
	});
});
