import type { ContactProfile } from '../../../domain/chats/contact.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { SessionReader } from '../account/session-snapshot.ts';
import { blockKey } from './block-key.ts';
import { personOf, seededRandom } from './directory.ts';

/** Session key: the address book is reported, and nothing in it has changed since. */
export const ADDRESS_BOOK_REPORTED = 'address_book_reported';

/** Contacts in an address book. */
const ENTRIES = 25;
/** Notes of the account's owner beside the names of about half of the contacts. */
const NOTES = ['work', 'gym', 'school', 'neighbour'] as const;

/**
 * The numbers in the address book of an instance's phone, always the same for the same instance. They are in a range
 * that no country uses, and their last digits select no special behavior.
 */
export function addressBookNumbers(instanceId: InstanceId): string[] {
	const random = seededRandom(`address book of ${instanceId}`);
	const range = String(random(1_000_000)).padStart(6, '0');
	return Array.from({ length: ENTRIES }, (_, index) => {
		const entry = String(index).padStart(2, '0');
		return `999${range}${entry}${4 + (index % 5)}`;
	});
}

/** The contacts that an instance's phone reports when it is linked. */
export async function addressBookOf(
	instanceId: InstanceId,
	session: SessionReader,
): Promise<ContactProfile[]> {
	const numbers = addressBookNumbers(instanceId);
	// One read for all.
	const blocks = await session.readAll(numbers.map(blockKey));
	return numbers.flatMap((phone) => {
		const person = personOf(phone);
		return person === null ? [] : [contactOf(numbers, person, blocks.has(blockKey(phone)))];
	});
}

/**
 * The directory entry of a phone, the name under which the instance's address book has it, and whether the instance's
 * account has blocked it; null: not on the network.
 */
export async function contactProfileOf(
	instanceId: InstanceId,
	phone: string,
	session: SessionReader,
): Promise<ContactProfile | null> {
	const person = personOf(phone);
	if (person === null) return null;
	const isBlocked = (await session.read(blockKey(phone))) !== null;
	return contactOf(addressBookNumbers(instanceId), person, isBlocked);
}

/** A person as the contact of an account with an address book of these numbers. */
function contactOf(numbers: readonly string[], person: ContactProfile, isBlocked: boolean): ContactProfile {
	return { ...person, savedName: savedNameOf(numbers, person), isBlocked };
}

/** The name under which an address book of these numbers has a person; null: it does not. Some have a note. */
function savedNameOf(numbers: readonly string[], { phone, name }: ContactProfile): string | null {
	if (phone === null || name === null || !numbers.includes(phone)) return null;
	const note = NOTES[seededRandom(`note on ${phone}`)(NOTES.length * 2)];
	return note === undefined ? name : `${name} (${note})`;
}
