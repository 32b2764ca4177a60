import { describe, expect, it } from '@jest/globals';
import { runGateway } from '../../../gateway/test/support/gateway-process.ts';
import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import { TROUBLES } from '../../src/exercise/exercise.ts';
import type { BotName } from './support/bots.ts';
import { useExerciseSuite, type Exercised } from './support/exercise-suite.ts';

const suite = useExerciseSuite();

/** The answers of a bot that collects bursts for a second. */
const PER_BURST = { per: 'burst', burst: '1s', within: '60s', quiet: '3s', grace: '3s' };
const PER_MESSAGE = { ...PER_BURST, per: 'message' };

/** Returns the failures that were found, with the numbers of their situations. */
function failuresOf({ report }: Exercised): Record<string, number> {
	return Object.fromEntries(Object.entries(report.failures).filter(([, count]) => count > 0));
}

describe('the command messaging-gateway exercise', () => {
	it('gives a bot without weaknesses 100 points in every trouble', async () => {
		await suite.useBot('careful');
		// The bot reads before it sends: on a busy machine a customer may change a message in between.
		const answers = { ...PER_BURST, grace: '10s' };
		const result = await suite.exercise({ customers: 9, situations: 2, answers, webhook: 'bot' });
		expect([result.report.findings, result.report.score, result.code]).toEqual([[], 100, 0]);
		expect(result.report.troubles.map(({ trouble }) => trouble)).toEqual(TROUBLES);
		expect(result.report.situations).toEqual({ played: 18, withoutFailure: 18, broken: 0, leftOut: 0 });
		expect(result.report.answers.answered).toBe(result.report.answers.due);
		expect(result.report.deliveries?.success).toBeGreaterThan(17);
		expect(result.scenarios).toEqual([]);
		expect(result.stdout).toMatch(
			/Score: 100 of 100 \(18 of 18 situations without a failure\)\.\nPassed\.\n$/,
		);
		expect(result.junit).toContain('<testsuite name="The bot" tests="19" failures="0" skipped="0"');
	});

	const WEAKNESSES: readonly [BotName, Record<string, number>, object, Record<string, number>][] = [
		['answersTwice', { plain: 1 }, PER_MESSAGE, { twice: 2 }],
		['answersEveryMessage', { plain: 1, burst: 1 }, { ...PER_BURST, burst: '20s' }, { twice: 1 }],
		['answersDespiteAPerson', { plain: 1, person: 1 }, PER_MESSAGE, { while_taken: 1 }],
		['careful', { plain: 1 }, { ...PER_BURST, within: '1ms', quiet: '20s' }, { late: 2 }],
		['ignoresEmoji', { plain: 1, emoji: 1 }, { ...PER_BURST, within: '10s' }, { unanswered: 1 }],
		['silent', { plain: 1 }, { ...PER_BURST, within: '500ms' }, { unanswered: 2 }],
		['answersStickers', { plain: 1, sticker: 1 }, PER_BURST, { uninvited: 1 }],
		['answersOldTexts', { edit: 1 }, { ...PER_MESSAGE, grace: '0ms' }, { old_text: 2 }],
		['answersOldTexts', { delete: 1 }, { ...PER_MESSAGE, grace: '0ms' }, { to_deleted: 2 }],
		['answersBackwards', { questions: 1 }, PER_MESSAGE, { out_of_order: 2 }],
		['careful', { plain: 1 }, { ...PER_BURST, allowed: ['^I '] }, { not_allowed: 2 }],
	];
	it.each(WEAKNESSES)('finds what is wrong with the bot %s: %j', async (bot, troubles, answers, failures) => {
		await suite.useBot(bot);
		const result = await suite.exercise({ customers: 2, situations: 1, troubles, answers });
		expect(failuresOf(result)).toEqual(failures);
		expect(result.code).toBe(1);
		const wrong = Object.values(failures)[0] ?? 0;
		expect(result.report.score).toBe(100 - wrong * 50);
		expect(result.junit.match(/<failure /g)).toHaveLength(wrong + 1);
		expect(result.scenarios).toHaveLength(wrong);
		// Each failure is one that anybody can look at.
		for (const scenario of result.scenarios) {
			const { code, stdout } = await play(scenario);
			expect([scenario, code, stdout]).toEqual([scenario, 1, expect.stringContaining('✗')]);
		}
	});

	it('writes scenarios that a bot without weaknesses passes', async () => {
		await suite.useBot('answersTwice');
		const troubles = { plain: 1, burst: 1, emoji: 1, person: 1 };
		const answers = { ...PER_BURST, burst: '20s' };
		const result = await suite.exercise({ customers: 4, situations: 1, troubles, answers });
		expect(result.scenarios).toHaveLength(4);
		await suite.useBot('careful');
		for (const scenario of result.scenarios) {
			const { code, stdout } = await play(scenario);
			expect([code, stdout]).toEqual([0, expect.stringContaining('Passed')]);
		}
	});

	it('passes below 100 where the thresholds say so, and fails where one is missed', async () => {
		await suite.useBot('answersStickers');
		const fields = { customers: 2, situations: 1, troubles: { plain: 1, sticker: 1 }, answers: PER_BURST };
		const passed = await suite.exercise({ ...fields, thresholds: { score: 50, failures: { late: 0 } } });
		expect([passed.code, passed.report.passed]).toEqual([0, true]);
		const failed = await suite.exercise({
			...fields,
			thresholds: { score: 50, failures: { uninvited: 0 }, p95: '1ms' },
		});
		expect([failed.code, failed.report.missed]).toEqual([
			1,
			[
				'1 situations have the failure uninvited, more than 0.',
				expect.stringMatching(/^The 95th percentile of the time to an answer is \d+ ms, above 1 ms\.$/),
			],
		]);
	});

	it('lets no situation begin after the duration', async () => {
		await suite.useBot('careful');
		const fields = { customers: 1, situations: 3, troubles: { plain: 1 }, answers: PER_BURST };
		const { code, report, junit } = await suite.exercise({ ...fields, duration: '1ms' });
		expect([code, report.situations]).toEqual([0, { played: 1, withoutFailure: 1, broken: 0, leftOut: 2 }]);
		expect(junit).toContain('skipped="2"');
	});
});

function play(scenario: string) {
	return runGateway(['simulate', scenario, '--gateway', suite.gateway().url], { GATEWAY_API_KEY: API_KEY });
}
