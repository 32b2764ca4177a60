import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Finished } from '../../../gateway/test/support/gateway-process.ts';
import { PER_BURST, PER_MESSAGE } from './support/answers.ts';
import type { BotName } from './support/bots.ts';
import { useExerciseSuite, type Exercised } from './support/exercise-suite.ts';

const suite = useExerciseSuite();

/** A bot, the troubles of its two customers, how it has to answer, and in how many situations it does not. */
interface Weakness {
	bot: BotName;
	troubles: Record<string, number>;
	answers: object;
	failures: Record<string, number>;
}

/** On a busy machine, an answer that must not arrive may take this long, and the exercise must still find it. */
const PATIENT = { quiet: '15s' };

const WEAKNESSES: readonly Weakness[] = [
	{ bot: 'answersTwice', troubles: { plain: 1 }, answers: PER_MESSAGE, failures: { twice: 2 } },
	{
		bot: 'answersEveryMessage',
		troubles: { plain: 1, burst: 1 },
		answers: { ...PER_BURST, burst: '20s' },
		failures: { twice: 1 },
	},
	{
		bot: 'answersDespiteAPerson',
		troubles: { plain: 1, person: 1 },
		answers: { ...PER_MESSAGE, ...PATIENT },
		failures: { while_taken: 1 },
	},
	{
		bot: 'careful',
		troubles: { plain: 1 },
		answers: { ...PER_BURST, within: '1ms', quiet: '15s' },
		failures: { late: 2 },
	},
	{
		bot: 'ignoresEmoji',
		troubles: { plain: 1, emoji: 1 },
		answers: { ...PER_BURST, within: '8s' },
		failures: { unanswered: 1 },
	},
	{
		bot: 'silent',
		troubles: { plain: 1 },
		answers: { ...PER_BURST, within: '500ms' },
		failures: { unanswered: 2 },
	},
	{
		bot: 'answersStickers',
		troubles: { plain: 1, sticker: 1 },
		answers: { ...PER_BURST, ...PATIENT },
		failures: { uninvited: 1 },
	},
	{
		bot: 'answersOldTexts',
		troubles: { edit: 1 },
		answers: { ...PER_MESSAGE, grace: '0ms' },
		failures: { old_text: 2 },
	},
	{
		bot: 'answersOldTexts',
		troubles: { delete: 1 },
		answers: { ...PER_MESSAGE, ...PATIENT, grace: '0ms' },
		failures: { to_deleted: 2 },
	},
	{
		bot: 'answersBackwards',
		troubles: { questions: 1 },
		answers: PER_MESSAGE,
		failures: { out_of_order: 2 },
	},
	{
		bot: 'careful',
		troubles: { plain: 1 },
		answers: { ...PER_BURST, allowed: ['^I '] },
		failures: { not_allowed: 2 },
	},
];

interface Shown extends Exercised {
	/** The results of the failures' scenarios against the same bot. */
	played: Finished[];
}

async function show({ bot, troubles, answers }: Weakness): Promise<Shown> {
	const site = await suite.siteOf(bot);
	const result = await site.exercise({ customers: 2, situations: 1, troubles, answers });
	return { ...result, played: await Promise.all(result.scenarios.map(suite.play)) };
}

describe('the command messaging-gateway exercise', () => {
	let shown: readonly Promise<Shown>[] = [];
	beforeAll(() => {
		shown = WEAKNESSES.map(show);
		// Each is awaited by its test.
		void Promise.allSettled(shown);
	});

	it.each(WEAKNESSES.map((weakness, index) => ({ ...weakness, index })))(
		'finds what is wrong with the bot $bot: $troubles, $failures',
		async ({ failures, index }) => {
			const result = await shown[index];
			const found = Object.entries(result?.report.failures ?? {}).filter(([, count]) => count > 0);
			expect(Object.fromEntries(found)).toEqual(failures);
			expect(result?.code).toBe(1);
			const wrong = Object.values(failures)[0] ?? 0;
			expect(result?.report.score).toBe(100 - wrong * 50);
			expect(result?.junit.match(/<failure /g)).toHaveLength(wrong + 1);
			// Each failure is one that anybody can look at.
			const failed = { code: 1, stdout: expect.stringContaining('✗') };
			expect(result?.played).toEqual(Array.from({ length: wrong }, () => expect.objectContaining(failed)));
		},
	);
});
