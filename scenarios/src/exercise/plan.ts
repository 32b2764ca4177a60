import type { ScenarioPhone } from '../format/scenario.ts';
import { stepsOfCustomer } from './customer-steps.ts';
import { TROUBLES, type Exercise, type Trouble } from './exercise.ts';
import { seededRandom } from './seeded-random.ts';
import { textOfStep, type Situation } from './situation.ts';
import { QUESTIONS } from './texts.ts';
import { STEPS_OF } from './troubles.ts';

/** The plan of all customers of an exercise. */
export interface Plan {
	/** By the names in the steps. */
	phones: Readonly<Record<string, ScenarioPhone>>;
	/** For each customer, in the order in which the customer goes through them. */
	situations: readonly (readonly Situation[])[];
}

/** The first number of a customer; the others follow it. None ends in digits that select a behavior. */
const FIRST_NUMBER = 491_550_000_100;

/** Numbers between the customers of two seeds, so that no exercise finds the chats of another one. */
const NUMBERS_OF_A_SEED = 1000;
const SEEDS = 9000;

const NAMES: readonly string[] = ['Ada Lovelace', 'Łukasz', 'محمد', '李雷', '🦊', 'O’Connor, Zoë', 'j'];

/** Returns the plan of the customers of an exercise, which is the same for the same exercise. */
export function planExercise(exercise: Exercise): Plan {
	const { customers, seed } = exercise;
	const names = Array.from({ length: customers }, (_, index) => `customer${index + 1}`);
	const phones = names.map((name, index): [string, ScenarioPhone] => {
		const number = String(FIRST_NUMBER + (seed % SEEDS) * NUMBERS_OF_A_SEED + index);
		return [name, { number, name: NAMES[index % NAMES.length] ?? null, reads: 'automatically' }];
	});
	const dealt = dealTroubles(exercise);
	// Each customer has random numbers of its own, so that another number of customers changes nothing for the first ones.
	const situations = names.map((name, index) =>
		situationsOf(exercise, { name, troubles: dealt[index] ?? [], seed: seed * 101 + index + 1, index }),
	);
	return { phones: Object.fromEntries(phones), situations };
}

/** Deals each trouble once, as far as there are situations for them, and then as their weights say. */
function dealTroubles({ customers, situations, troubles, seed }: Exercise): Trouble[][] {
	const random = seededRandom(seed);
	const weights = TROUBLES.map((trouble) => [trouble, troubles[trouble]] as const);
	const once = random.shuffle(weights.filter(([, weight]) => weight > 0).map(([trouble]) => trouble));
	const dealt: Trouble[][] = Array.from({ length: customers }, () => []);
	for (let number = 0; number < situations; number += 1) {
		for (const hand of dealt) hand.push(once.pop() ?? random.weighted(weights));
	}
	return dealt;
}

interface PlannedCustomer {
	name: string;
	index: number;
	seed: number;
	troubles: readonly Trouble[];
}

/** Longest pause of a customer before a situation, in milliseconds. */
const LONGEST_PAUSE = 1500;

function situationsOf(
	{ texts, answers }: Exercise,
	{ name, index, seed, troubles }: PlannedCustomer,
): Situation[] {
	const random = seededRandom(seed);
	const steps = stepsOfCustomer(name);
	const earlier: string[] = [];
	return troubles.map((trouble, position) => {
		const number = position + 1;
		let letter = 0;
		const marked = (text: string): string => {
			letter += 1;
			return `${text} (${index + 1}.${number}${String.fromCharCode(96 + letter)})`;
		};
		const question = (): string => marked(random.pick(texts ?? QUESTIONS));
		const made = STEPS_OF[trouble]({ random, steps, answers, question, marked, earlier: earlier.slice(-20) });
		// The first situations begin together, so that several people write at the same time.
		const pause = position === 0 ? [] : [steps.wait(random.between(0, LONGEST_PAUSE))];
		if (trouble === 'plain' || trouble === 'duplicate' || trouble === 'burst') {
			earlier.push(...made.map(textOfStep).filter((text) => text !== null));
		}
		return { trouble, phone: name, number, steps: [...pause, ...made] };
	});
}
