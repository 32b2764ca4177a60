import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { personOf } from './directory.ts';
import { hasBehaviorSuffix } from './behavior.ts';

/** Whether a phone reads what it receives at once, or only when its controls say so. */
export const READING = ['automatically', 'by_hand'] as const;
export type Reading = (typeof READING)[number];

/** A phone of the simulated network that is controlled by hand instead of following an automatic behavior. */
export interface ManualPhone {
	number: string;
	name: string;
	/** Messages to an offline phone wait, and are delivered when it is online again. */
	online: boolean;
	reads: Reading;
	/** The instances it has blocked. */
	blocked: readonly InstanceId[];
}

export type PhoneSettings = Partial<Pick<ManualPhone, 'name' | 'online' | 'reads'>>;

/** Most manual phones at the same time: every instance's session stores all of them. */
export const MANUAL_PHONE_LIMIT = 100;

/** Throws invalid_phone_number when the number has an automatic behavior, or is not on the network. */
export function newManualPhone(number: string): ManualPhone {
	const person = personOf(number);
	if (person === null || hasBehaviorSuffix(number)) {
		throw new GatewayError(
			'invalid_phone_number',
			`${number} ends in ${number.slice(-4)}, and phones with these last digits have a fixed behavior. Take a number that ends otherwise.`,
		);
	}
	return { number, name: person.name ?? number, online: true, reads: 'automatically', blocked: [] };
}
