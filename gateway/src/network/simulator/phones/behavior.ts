import type { InstanceId } from '../../../domain/ids.ts';
import type { NetworkProfile } from '../../driver.ts';

/** How a phone of the simulated network treats what it is sent; its number's last four digits tell. */
export type PhoneBehavior = 'absent' | 'never_reads' | 'blocks' | 'echoes' | 'reads';

const HABITS: Readonly<Record<string, PhoneBehavior>> = {
	'0000': 'absent',
	'0001': 'never_reads',
	'0002': 'blocks',
	'0003': 'echoes',
};

/** The habit of the phone (or group) a message goes to. Groups have every member's, so they read. */
export function behaviorOf(recipient: string): PhoneBehavior {
	return HABITS[recipient.slice(-4)] ?? 'reads';
}

/** Whether a number's last digits give its phone a habit of its own. */
export function hasBehaviorSuffix(phone: string): boolean {
	return phone.slice(-4) in HABITS;
}

/**
 * The number and name the simulated phone of an instance has: the same for the same instance, always. The number
 * lies in a range that no country uses, and its end is none of the special ones.
 */
export function profileOf(instanceId: InstanceId): NetworkProfile {
	let hash = 0;
	for (const character of instanceId) hash = (hash * 31 + character.charCodeAt(0)) % 99_990_000;
	const digits = String(hash + 10_000).padStart(8, '0');
	return { phone: `999${digits}9`, profileName: 'Simulated phone', profilePicUrl: null };
}
