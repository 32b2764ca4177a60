import type { ContactProfile } from '../../../domain/contact.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import { personOf, seededRandom } from './directory.ts';

type Session = DriverContext['session'];

/** Contacts on the phone of an instance. */
const ENTRIES = 25;

/**
 * The numbers in the address book of an instance's phone: the same for the same instance, always. They lie in a
 * range that no country uses, and end in none of the digits that stand for a habit.
 */
export function addressBookNumbers(instanceId: InstanceId): string[] {
	const trait = seededRandom(`address book of ${instanceId}`);
	const range = String(trait(1_000_000)).padStart(6, '0');
	return Array.from({ length: ENTRIES }, (_, index) => {
		const entry = String(index).padStart(2, '0');
		return `999${range}${entry}${4 + (index % 5)}`;
	});
}

/** The address book of an instance's phone, as it reports it when it connects. */
export async function addressBookOf(instanceId: InstanceId, session: Session): Promise<ContactProfile[]> {
	const cards = await Promise.all(addressBookNumbers(instanceId).map((phone) => cardOf(phone, session)));
	return cards.filter((card) => card !== null);
}

/** What an instance sees of a phone: the directory's entry, and whether its own account has blocked it. */
export async function cardOf(phone: string, session: Session): Promise<ContactProfile | null> {
	const person = personOf(phone);
	if (person === null) return null;
	return { ...person, isBlocked: (await session.read(blockKey(phone))) !== null };
}

/**
 * The instance's account blocks a phone, or ends that; it stays so over restarts and new connections. Gives what
 * the instance sees of the phone then. Throws contact_not_found.
 */
export async function setBlocked(phone: string, blocked: boolean, session: Session): Promise<ContactProfile> {
	const person = personOf(phone);
	if (person === null) throw new GatewayError('contact_not_found', `${phone} is not on the network.`);
	await session.write({ [blockKey(phone)]: blocked ? 'yes' : null });
	return { ...person, isBlocked: blocked };
}

function blockKey(phone: string): string {
	return `blocked:${phone}`;
}
