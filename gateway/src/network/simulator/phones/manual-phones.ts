import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import { MANUAL_PHONE_LIMIT, newManualPhone, type ManualPhone } from './manual-phone.ts';

type Session = DriverContext['session'];

/** Session key: the phones in somebody's hand, and which of them have blocked the instance. */
const HELD = 'held_phones';

/** A phone as an instance's session keeps it. */
type KeptPhone = Omit<ManualPhone, 'blocked'> & { blocked: boolean };

/** The phones somebody holds, by their numbers. They are kept with every instance, so they outlive a restart. */
export interface ManualPhones {
	of(number: string): ManualPhone | undefined;
	/** In the order they were taken in hand. */
	all(): ManualPhone[];
	/** Takes a phone in hand, or changes one. Throws invalid_phone_number, invalid_parameters. */
	change(number: string, changes: Partial<Omit<ManualPhone, 'number'>>): ManualPhone;
	/** Puts a phone away. Gives false where nobody held it. */
	remove(number: string): boolean;
	/** Keeps them with an instance, where it does not have them as they are now. */
	keep(instanceId: InstanceId, session: Session): Promise<void>;
	/** Takes up the phones an instance has kept, but for those that are known already. */
	restore(instanceId: InstanceId, session: Session): Promise<void>;
}

export function createManualPhones(): ManualPhones {
	const phones = new Map<string, ManualPhone>();

	function inHand(number: string): ManualPhone {
		const held = phones.get(number);
		if (held !== undefined) return held;
		if (phones.size < MANUAL_PHONE_LIMIT) return newManualPhone(number);
		throw new GatewayError(
			'invalid_parameters',
			`${MANUAL_PHONE_LIMIT} phones are in hand already. Put one away with DELETE /simulator/v1/phones/{number}.`,
		);
	}

	return {
		of: (number) => phones.get(number),
		all: () => [...phones.values()],
		change(number, changes) {
			const changed = { ...inHand(number), ...changes };
			phones.set(number, changed);
			return changed;
		},
		remove: (number) => phones.delete(number),
		async keep(instanceId, session) {
			const kept = [...phones.values()].map(
				(phone): KeptPhone => ({ ...phone, blocked: phone.blocked.includes(instanceId) }),
			);
			const value = kept.length === 0 ? null : JSON.stringify(kept);
			if ((await session.read(HELD)) !== value) await session.write({ [HELD]: value });
		},
		async restore(instanceId, session) {
			const stored = await session.read(HELD);
			const kept = stored === null ? [] : (JSON.parse(stored) as KeptPhone[]);
			for (const { blocked, ...phone } of kept) {
				const known = phones.get(phone.number);
				const others = known?.blocked.filter((one) => one !== instanceId) ?? [];
				const here = blocked ? [instanceId] : [];
				phones.set(phone.number, { ...(known ?? phone), blocked: [...others, ...here] });
			}
		},
	};
}
