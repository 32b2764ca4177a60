import { signal } from '@preact/signals';
import type { ManualPhone } from '../api/types.ts';
import { listPhones } from './api.ts';

const STORED_AS = 'phone-number';

/** The phones, oldest first; null until they are loaded. */
export const phones = signal<ManualPhone[] | null>(null);
/** The number of the phone that is shown. */
const chosenNumber = signal(localStorage.getItem(STORED_AS));

/** The phone that is shown: the chosen one, or else the first. */
export function chosenPhone(): ManualPhone | null {
	const all = phones.value ?? [];
	return all.find(({ number }) => number === chosenNumber.value) ?? all[0] ?? null;
}

export function choosePhone(number: string): void {
	chosenNumber.value = number;
	localStorage.setItem(STORED_AS, number);
}

export async function loadPhones(): Promise<void> {
	phones.value = await listPhones();
}

/** Adds a phone, or replaces the one with its number. */
export function phoneChanged(changed: ManualPhone): void {
	const all = phones.value ?? [];
	const known = all.some(({ number }) => number === changed.number);
	phones.value = known
		? all.map((phone) => (phone.number === changed.number ? changed : phone))
		: [...all, changed];
}

export function phoneGone(number: string): void {
	phones.value = (phones.value ?? []).filter((phone) => phone.number !== number);
}

/** A random unused number without one of the endings that the simulator treats specially. */
export function freeNumber(): string {
	const taken = new Set((phones.value ?? []).map(({ number }) => number));
	for (;;) {
		const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
		const number = `49151${String(random % 100_000_000).padStart(8, '0')}`;
		if (!taken.has(number) && !/000[0-3]$/.test(number)) return number;
	}
}

/** Formats a number for people. */
export function formatNumber(number: string): string {
	return `+${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`;
}
