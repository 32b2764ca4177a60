import type { InstanceId } from '../../domain/ids.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { DriverContext } from '../driver.ts';
import { storedSessionName } from './session-name.ts';

type Session = DriverContext['session'];

/** A session whose values are stored encrypted, and under names that every database takes; `list` returns those. */
export interface EncryptedSession extends Session {
	/** Encrypts values that are reported instead of written (see NetworkEvent, `session`). */
	encrypt(values: Readonly<Record<string, string | null>>): Record<string, string | null>;
}

export type EncryptSession = (instanceId: InstanceId, session: Session) => EncryptedSession;

/** Returns the place that a value of a network session is sealed for. */
export function sessionPlace(instanceId: InstanceId, name: string): string {
	return `${instanceId}\n${name}`;
}

/** Seals each value for its instance and its name. Reading throws CannotUnseal. */
export function sessionEncrypter(sealer: Sealer): EncryptSession {
	return (instanceId, session) => {
		const placeOf = (name: string): string => sessionPlace(instanceId, name);
		const decrypt = (values: ReadonlyMap<string, string>): Map<string, string> =>
			new Map([...values].map(([name, value]) => [name, sealer.unseal(value, placeOf(name))]));
		const encrypt: EncryptedSession['encrypt'] = (values) =>
			Object.fromEntries(
				Object.entries(values).map(([given, value]) => {
					const name = storedSessionName(given);
					return [name, value === null ? null : sealer.seal(value, placeOf(name))];
				}),
			);
		return {
			async read(given) {
				const name = storedSessionName(given);
				const value = await session.read(name);
				return value === null ? null : sealer.unseal(value, placeOf(name));
			},
			async readAll(names) {
				const values = decrypt(await session.readAll(names.map(storedSessionName)));
				const found = new Map<string, string>();
				for (const name of names) {
					const value = values.get(storedSessionName(name));
					if (value !== undefined) found.set(name, value);
				}
				return found;
			},
			list: async (prefix) => decrypt(await session.list(prefix)),
			write: (values) => session.write(encrypt(values)),
			clear: () => session.clear(),
			encrypt,
		};
	};
}
