import type { ContactProfile } from '../../../domain/contact.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import { personOf, seededRandom } from './directory.ts';

type Session = DriverContext['session'];

/** Contacts in an address book. */
const ENTRIES = 25;

/**
 * The numbers in the address book of an instance's phone, always the same for the same instance. They are in a range
 * that no country uses, and their last digits stand for no special behavior.
 */
export function addressBookNumbers(instanceId: InstanceId): string[] {
	const random = seededRandom(`address book of ${instanceId}`);
	const range = String(random(1_000_000)).padStart(6, '0');
	return Array.from({ length: ENTRIES }, (_, index) => {
		const entry = String(index).padStart(2, '0');
		return `999${range}${entry}${4 + (index % 5)}`;
	});
}

/** The contacts that an instance's phone reports when it connects. */
export async function addressBookOf(instanceId: InstanceId, session: Session): Promise<ContactProfile[]> {
	const contacts = await Promise.all(
		addressBookNumbers(instanceId).map((phone) => contactProfileOf(phone, session)),
	);
	return contacts.filter((contact) => contact !== null);
}

/** The directory entry of a phone, and whether the instance's account has blocked it; null: not on the network. */
export async function contactProfileOf(phone: string, session: Session): Promise<ContactProfile | null> {
	const person = personOf(phone);
	if (person === null) return null;
	return { ...person, isBlocked: (await session.read(blockKey(phone))) !== null };
}

/**
 * Blocks or unblocks a phone for the instance's account, in its session. Returns the contact as it is then. Throws
 * contact_not_found.
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
