import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { personOf } from './directory.ts';
import { hasBehaviorSuffix } from './behavior.ts';

/** Whether what a phone receives is read as soon as it is there, or when its holder says so. */
export const READING = ['automatically', 'by_hand'] as const;
export type Reading = (typeof READING)[number];

/**
 * A phone of the simulated network that somebody holds in their hand: it does what they do, where any other phone
 * follows a habit.
 */
export interface ManualPhone {
	number: string;
	name: string;
	/** What is sent to it while it is offline waits, and is delivered when it is back. */
	online: boolean;
	reads: Reading;
	/** The instances it has blocked. */
	blocked: readonly InstanceId[];
}

/** What its holder can change of a phone at once. */
export type PhoneSettings = Partial<Pick<ManualPhone, 'name' | 'online' | 'reads'>>;

/** Phones held at the same time: they are kept with every instance. */
export const MANUAL_PHONE_LIMIT = 100;

/** A phone that has just been taken in hand. Throws invalid_phone_number. */
export function newManualPhone(number: string): ManualPhone {
	const person = personOf(number);
	if (person === null || hasBehaviorSuffix(number)) {
		throw new GatewayError(
			'invalid_phone_number',
			`${number} ends in ${number.slice(-4)}, and such phones follow a habit of their own. Take a number that ends otherwise.`,
		);
	}
	return { number, name: person.name ?? number, online: true, reads: 'automatically', blocked: [] };
}
