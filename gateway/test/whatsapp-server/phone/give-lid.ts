import type { Person } from './people.ts';
import type { World } from '../world.ts';

/** Gives somebody a LID of a test's choice, before anybody knows the other one. */
export function giveLid(world: World, person: Person, lid: string): void {
	world.byLid.delete(person.lid);
	person.lid = lid;
	world.byLid.set(lid, person);
}
