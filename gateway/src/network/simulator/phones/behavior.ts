import type { InstanceId } from '../../../domain/ids.ts';
import type { NetworkProfile } from '../../network-event.ts';

/** How a phone of the simulated network reacts to messages: by the last four digits of its number. */
export type PhoneBehavior = 'absent' | 'never_reads' | 'blocks' | 'echoes' | 'reads';

const BEHAVIORS: Readonly<Record<string, PhoneBehavior>> = {
	'0000': 'absent',
	'0001': 'never_reads',
	'0002': 'blocks',
	'0003': 'echoes',
};

/** The behavior of the phone or group a message goes to. A group's JID does not end in digits, so groups read. */
export function behaviorOf(recipient: string): PhoneBehavior {
	return BEHAVIORS[recipient.slice(-4)] ?? 'reads';
}

/** Whether the last digits of a number select a behavior other than reading. */
export function hasBehaviorSuffix(phone: string): boolean {
	return phone.slice(-4) in BEHAVIORS;
}

/**
 * The number and name of an instance's simulated phone, always the same for the same instance. The number is in a range
 * that no country uses, and its last digits select no special behavior.
 */
export function profileOf(instanceId: InstanceId): NetworkProfile {
	let hash = 0;
	for (const character of instanceId) hash = (hash * 31 + character.charCodeAt(0)) % 99_990_000;
	const digits = String(hash + 10_000).padStart(8, '0');
	return { phone: `999${digits}9`, profileName: 'Simulated phone', profilePicUrl: null };
}
