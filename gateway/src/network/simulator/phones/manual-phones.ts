import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { SessionReader } from '../account/session-snapshot.ts';
import { MANUAL_PHONE_LIMIT, newManualPhone, type ManualPhone } from './manual-phone.ts';

type Session = DriverContext['session'];

/** Session key: the manual phones, and which of them have blocked the instance. */
const SESSION_KEY = 'held_phones';

/** A phone as an instance's session stores it. */
type StoredPhone = Omit<ManualPhone, 'blocked'> & { blocked: boolean };

/**
 * The phones that are controlled by hand, by their numbers. Every instance's session has a copy of them, so they
 * outlive a restart.
 */
export interface ManualPhones {
	of(number: string): ManualPhone | undefined;
	/** In the order in which control was taken. */
	all(): ManualPhone[];
	/** Takes control of a phone, or changes one. Throws invalid_phone_number, invalid_parameters. */
	upsert(number: string, changes: Partial<Omit<ManualPhone, 'number'>>): ManualPhone;
	/** Returns false when the phone was not controlled by hand. */
	delete(number: string): boolean;
	/** Stores the phones in an instance's session, unless it has them as they are now. */
	save(instanceId: InstanceId, session: Session): Promise<void>;
	/** Adds the phones of an instance's session. Those that are known already keep their settings. */
	restore(instanceId: InstanceId, session: SessionReader): Promise<void>;
}

export function createManualPhones(): ManualPhones {
	const phones = new Map<string, ManualPhone>();

	function existingOrNew(number: string): ManualPhone {
		const existing = phones.get(number);
		if (existing !== undefined) return existing;
		if (phones.size < MANUAL_PHONE_LIMIT) return newManualPhone(number);
		throw new GatewayError(
			'invalid_parameters',
			`${MANUAL_PHONE_LIMIT} phones are controlled by hand already. Release one with DELETE /simulator/v1/phones/{number}.`,
		);
	}

	return {
		of: (number) => phones.get(number),
		all: () => [...phones.values()],
		upsert(number, changes) {
			const phone = { ...existingOrNew(number), ...changes };
			phones.set(number, phone);
			return phone;
		},
		delete: (number) => phones.delete(number),
		async save(instanceId, session) {
			const stored = [...phones.values()].map(
				(phone): StoredPhone => ({ ...phone, blocked: phone.blocked.includes(instanceId) }),
			);
			const value = stored.length === 0 ? null : JSON.stringify(stored);
			if ((await session.read(SESSION_KEY)) !== value) await session.write({ [SESSION_KEY]: value });
		},
		async restore(instanceId, session) {
			const value = await session.read(SESSION_KEY);
			const stored = value === null ? [] : (JSON.parse(value) as StoredPhone[]);
			for (const { blocked, ...phone } of stored) {
				const known = phones.get(phone.number);
				const others = known?.blocked.filter((id) => id !== instanceId) ?? [];
				const own = blocked ? [instanceId] : [];
				phones.set(phone.number, { ...(known ?? phone), blocked: [...others, ...own] });
			}
		},
	};
}
