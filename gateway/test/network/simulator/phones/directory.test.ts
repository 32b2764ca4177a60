import { describe, expect, it } from '@jest/globals';
import type { ContactProfile } from '../../../../src/domain/chats/contact.ts';
import { addressBookNumbers } from '../../../../src/network/simulator/phones/address-book.ts';
import { personOf } from '../../../../src/network/simulator/phones/directory.ts';
import { behaviorOf, profileOf } from '../../../../src/network/simulator/phones/behavior.ts';

const people = Array.from({ length: 3000 }, (_, index) => personOf(`49151${1_000_000 + index * 7}`)).filter(
	(person) => person !== null,
);
const shareOf = (matches: (person: ContactProfile) => boolean) =>
	people.filter(matches).length / people.length;

describe('directory of the simulated network', () => {
	it('returns the same person for the same number', () => {
		expect(personOf('4915112345678')).toEqual({
			id: '4915112345678@s.whatsapp.net',
			phone: '4915112345678',
			username: null,
			savedName: null,
			name: 'Müller Bakery',
			about: null,
			profilePicUrl: 'https://pictures.simulator.example/4915112345678.jpg',
			isBusiness: true,
			isBlocked: false,
		});
	});

	it('returns nobody for a number that ends in 0000', () => {
		expect(personOf('4915112340000')).toBeNull();
	});

	it('returns people with many names, some of them businesses', () => {
		expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(300);
		expect(shareOf(({ isBusiness }) => isBusiness)).toBeCloseTo(1 / 8, 1);
	});

	it('hides the about text of one person in four and the picture of one in six', () => {
		expect(shareOf(({ about }) => about === null)).toBeCloseTo(1 / 4, 1);
		expect(shareOf(({ profilePicUrl }) => profilePicUrl === null)).toBeCloseTo(1 / 6, 1);
	});
});

describe('address book of an instance', () => {
	it('has 25 numbers, the same for the same instance and others for another', () => {
		const numbers = addressBookNumbers('inst_a');
		expect(new Set(numbers).size).toBe(25);
		expect(addressBookNumbers('inst_a')).toEqual(numbers);
		expect(addressBookNumbers('inst_b')).not.toEqual(numbers);
	});

	it('contains only ordinary numbers, which no instance can have', () => {
		for (const number of addressBookNumbers('inst_a')) {
			expect(behaviorOf(number)).toBe('reads');
			expect(number).toMatch(/^999\d{8}[4-8]$/);
		}
		expect(profileOf('inst_a').phone).toMatch(/^999\d{8}9$/);
	});
});
