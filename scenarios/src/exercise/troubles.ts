import type { Step } from '../format/scenario.ts';
import type { CustomerSteps } from './customer-steps.ts';
import type { ExpectedAnswers, Trouble } from './exercise.ts';
import { STICKER, VOICE_NOTE } from './sample-media.ts';
import type { SeededRandom } from './seeded-random.ts';
import { ANSWERS_OF_A_PERSON, BLANK, EMOJI, FOREIGN_QUESTIONS, RIGHT_TO_LEFT } from './texts.ts';

/** The inputs of a trouble. */
export interface Customer {
	random: SeededRandom;
	steps: CustomerSteps;
	answers: ExpectedAnswers;
	/** Returns a question that no other message of the exercise contains. */
	question: () => string;
	/** Returns a text of a list with a mark that no other message of the exercise has. */
	marked: (text: string) => string;
	/** Texts that the customer wrote before and did not change, oldest first. */
	earlier: readonly string[];
}

/** Characters of the longest text that the network accepts. */
const LONGEST_TEXT = 4096;

/**
 * Shortest and longest time (seconds) for which an answer cannot be sent, or is on its way: an impatient workflow
 * considers it lost and sends it again, or gives up.
 */
const OUTAGE = [2, 4] as const;

/** The steps of each trouble. */
export const STEPS_OF: Readonly<Record<Trouble, (customer: Customer) => Step[]>> = {
	plain: ({ steps, question }) => [steps.send(question())],
	burst: (customer) => severalTexts(customer, withinBurst(customer)),
	questions: (customer) => severalTexts(customer, betweenQuestions(customer)),
	edit(customer) {
		const { steps, question } = customer;
		const text = question();
		return [steps.send(text), thinking(customer), steps.edit(text, question())];
	},
	delete(customer) {
		const { steps, question } = customer;
		const text = question();
		return [steps.send(text), thinking(customer), steps.remove(text)];
	},
	offline({ random, steps, question }) {
		return [steps.send(question()), steps.offline(), steps.wait(random.between(1000, 4000)), steps.online()];
	},
	duplicate: ({ random, steps, question }) => [steps.duplicate(question(), random.between(2, 3))],
	reaction(customer) {
		const { random, steps, question } = customer;
		const text = question();
		return [steps.send(text), thinking(customer), steps.react(text, random.pick(['👍', '❤️', '😡']))];
	},
	quote(customer) {
		const { random, steps, question, earlier } = customer;
		if (earlier.length > 0) return [steps.reply(question(), random.pick(earlier))];
		const text = question();
		return [steps.send(text), steps.wait(betweenQuestions(customer)), steps.reply(question(), text)];
	},
	language: ({ random, steps, marked }) => [steps.send(marked(random.pick(FOREIGN_QUESTIONS)))],
	long({ steps, question }) {
		const text = question();
		return [steps.send(`${text} `.repeat(LONGEST_TEXT).slice(0, LONGEST_TEXT - 1))];
	},
	emoji: ({ random, steps }) => [steps.send(random.pick(EMOJI))],
	right_to_left: ({ random, steps, marked }) => [steps.send(marked(random.pick(RIGHT_TO_LEFT)))],
	blank: ({ random, steps }) => [steps.send(random.pick(BLANK))],
	voice: ({ steps }) => [steps.voice(VOICE_NOTE)],
	sticker: ({ steps }) => [steps.sticker(STICKER)],
	location: ({ random, steps }) => [
		steps.location(random.between(-60, 70) + 0.5, random.between(-170, 170) + 0.5),
	],
	person(customer) {
		const { random, steps, question, answers } = customer;
		return [
			steps.send(question()),
			thinking(customer),
			steps.echo(random.pick(ANSWERS_OF_A_PERSON)),
			// Messages in transit when the person wrote may still arrive.
			steps.wait(answers.grace),
			steps.send(question()),
			steps.wait(withinBurst(customer)),
			steps.send(question()),
			steps.wait(answers.quiet),
			steps.release(),
			steps.wait(random.between(1000, 2000)),
			steps.send(question()),
		];
	},
	// The question comes when the connection is back; the answer drops it for longer than an impatient workflow waits.
	connection: ({ random, steps, question }) => [
		steps.fault('disconnect', 'received'),
		steps.fault('disconnect', 'sends', { seconds: random.between(...OUTAGE) }),
		steps.send(question()),
	],
	// Twice, so that the answer waits for some seconds: the gateway tries again after one, and then after two.
	refused: ({ steps, question }) => [steps.fault('refuse', 'sends', { next: 2 }), steps.send(question())],
	slow: ({ random, steps, question }) => [
		steps.fault('delay', 'received', { seconds: random.between(1, 2) }),
		steps.fault('delay', 'sends', { seconds: random.between(...OUTAGE) }),
		steps.send(question()),
	],
	window: ({ steps, question }) => [steps.fault('window', 'sends'), steps.send(question())],
};

/** Sends three texts; `pause` in milliseconds lies between them. */
function severalTexts({ steps, question }: Customer, pause: number): Step[] {
	return [
		steps.send(question()),
		steps.wait(pause),
		steps.send(question()),
		steps.wait(pause),
		steps.send(question()),
	];
}

/** Longest pause in a burst, and shortest one between questions that are asked one by one, in milliseconds. */
const BURST_PAUSE = 900;
const QUESTION_PAUSE = 300;

/** A pause that is certainly shorter than the silence that ends a burst. */
function withinBurst({ random, answers }: Customer): number {
	const longest = Math.max(50, Math.min(BURST_PAUSE, answers.burst / 4));
	return random.between(Math.floor(longest / 3), Math.floor(longest));
}

/** A pause after which a message is a question of its own. */
function betweenQuestions({ random, answers }: Customer): number {
	const shortest = answers.per === 'burst' ? Math.floor(answers.burst * 2.2) : QUESTION_PAUSE;
	return random.between(shortest, shortest + 500);
}

/** A pause in which the workflow is still at work. */
function thinking({ random, steps }: Customer): Step {
	return steps.wait(random.between(200, 1200));
}
