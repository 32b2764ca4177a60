import type { World } from '../world.ts';
import type { Person } from './people.ts';

/** Assigns a phone number to a person in place of the hidden one, and lets the server reveal it. */
export function changePhone(world: World, person: Person, phone: string): void {
	world.people.delete(person.phone);
	person.phone = phone;
	person.hidden = false;
	world.people.set(phone, person);
}
