import { describe, expect, it } from '@jest/globals';
import { NAMED_TROUBLES, TROUBLES } from '../../src/exercise/exercise.ts';
import { PER_BURST } from './support/answers.ts';
import { useExerciseSuite } from './support/exercise-suite.ts';

const suite = useExerciseSuite();

describe('the command messaging-gateway exercise', () => {
	it('gives a bot without weaknesses 100 points in every trouble', async () => {
		const { webhookId, exercise } = await suite.siteOf('careful');
		// The bot reads before it sends: on a busy machine a customer may change a message in between.
		const answers = { ...PER_BURST, within: '60s', grace: '8s' };
		const result = await exercise({ customers: 11, situations: 2, answers, webhook: webhookId });
		expect([result.report.findings, result.report.score, result.code]).toEqual([[], 100, 0]);
		expect(result.report.troubles.map(({ trouble }) => trouble)).toEqual(
			TROUBLES.filter((trouble) => !NAMED_TROUBLES.includes(trouble)),
		);
		expect(result.report.situations).toEqual({ played: 22, withoutFailure: 22, broken: 0, leftOut: 0 });
		expect(result.report.answers.answered).toBe(result.report.answers.due);
		expect(result.report.deliveries?.success).toBeGreaterThan(21);
		expect(result.scenarios).toEqual([]);
		expect(result.stdout).toMatch(
			/Score: 100 of 100 \(22 of 22 situations without a failure\)\.\nPassed\.\n$/,
		);
		expect(result.junit).toContain('<testsuite name="The bot" tests="23" failures="0" skipped="0"');
	});
});
