import { describe, expect, it } from '@jest/globals';
import { PER_BURST } from './support/answers.ts';
import { useExerciseSuite } from './support/exercise-suite.ts';

const suite = useExerciseSuite();

describe('the command messaging-gateway exercise', () => {
	it('writes scenarios that a bot without weaknesses passes', async () => {
		const { exercise, useBot } = await suite.siteOf('answersTwice');
		const troubles = { plain: 1, burst: 1, emoji: 1, person: 1 };
		const answers = { ...PER_BURST, burst: '60s' };
		const result = await exercise({ customers: 4, situations: 1, troubles, answers });
		expect(result.scenarios).toHaveLength(4);
		// Longer than the pauses in a burst, and shorter than the person has the chat.
		await useBot('careful', 2);
		const played = await Promise.all(result.scenarios.map(suite.play));
		const passed = { code: 0, stdout: expect.stringContaining('Passed') };
		expect(played).toEqual(Array.from({ length: 4 }, () => expect.objectContaining(passed)));
	});

	it('passes below 100 where the thresholds say so, and fails where one is missed', async () => {
		const { exercise } = await suite.siteOf('answersStickers');
		const fields = { customers: 2, situations: 1, troubles: { plain: 1, sticker: 1 }, answers: PER_BURST };
		const [passed, failed] = await Promise.all([
			exercise({ ...fields, thresholds: { score: 50, failures: { late: 0 } } }),
			exercise({ ...fields, thresholds: { score: 50, failures: { uninvited: 0 }, p95: '1ms' } }),
		]);
		expect([passed.code, passed.report.passed]).toEqual([0, true]);
		expect([failed.code, failed.report.missed]).toEqual([
			1,
			[
				'1 situations have the failure uninvited, more than 0.',
				expect.stringMatching(/^The 95th percentile of the time to an answer is \d+ ms, above 1 ms\.$/),
			],
		]);
	});

	it('lets no situation begin after the duration', async () => {
		const { exercise } = await suite.siteOf('careful');
		const fields = { customers: 1, situations: 3, troubles: { plain: 1 }, answers: PER_BURST };
		const { code, report, junit } = await exercise({ ...fields, duration: '1ms' });
		expect([code, report.situations]).toEqual([0, { played: 1, withoutFailure: 1, broken: 0, leftOut: 2 }]);
		expect(junit).toContain('skipped="2"');
	});
});
