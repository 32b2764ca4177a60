import type { World } from '../world.ts';
import type { Person } from './people.ts';

/** Gives a person this phone number in place of the hidden one, and lets the server reveal it. */
export function changePhone(world: World, person: Person, phone: string): void {
	world.people.delete(person.phone);
	person.phone = phone;
	person.hidden = false;
	world.people.set(phone, person);
}
