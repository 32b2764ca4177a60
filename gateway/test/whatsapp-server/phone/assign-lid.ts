import type { Person } from './people.ts';
import type { World } from '../world.ts';

/** Assigns a LID, before anything refers to the previous one. */
export function assignLid(world: World, person: Person, lid: string): void {
	world.byLid.delete(person.lid);
	person.lid = lid;
	world.byLid.set(lid, person);
}
