import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Finished } from '../../../gateway/test/support/gateway-process.ts';
import { PER_MESSAGE } from './support/answers.ts';
import { NOTICE, type BotName } from './support/bots.ts';
import { useExerciseSuite, type Connection, type Exercised } from './support/exercise-suite.ts';

const suite = useExerciseSuite();

/** A bot whose two customers have a trouble with the network, and the failures in each of its situations. */
interface Case {
	trouble: string;
	bot: BotName;
	failures: readonly string[];
	connection?: Connection;
	/** A bot without the mistake, which passes the scenarios of the failures. */
	mended?: BotName;
}

const CASES: readonly Case[] = [
	{ trouble: 'connection', bot: 'answersEveryMessage', failures: [] },
	{ trouble: 'connection', bot: 'givesUp', failures: ['unanswered'], mended: 'answersEveryMessage' },
	{ trouble: 'connection', bot: 'answersAgain', failures: ['twice'], mended: 'answersAgainByKey' },
	{ trouble: 'refused', bot: 'answersEveryMessage', failures: [] },
	{ trouble: 'refused', bot: 'answersAgain', failures: ['twice'], mended: 'answersAgainByKey' },
	{ trouble: 'slow', bot: 'answersEveryMessage', failures: [] },
	{ trouble: 'slow', bot: 'givesUp', failures: ['unanswered'], mended: 'answersEveryMessage' },
	{ trouble: 'slow', bot: 'answersAgain', failures: ['twice'], mended: 'answersAgainByKey' },
	{ trouble: 'window', bot: 'sendsTemplates', failures: [], connection: 'official' },
	{ trouble: 'window', bot: 'handsOver', failures: [], connection: 'official' },
	{
		trouble: 'window',
		bot: 'answersEveryMessage',
		failures: ['unanswered', 'not_delivered'],
		connection: 'official',
	},
];

interface Shown extends Exercised {
	/** The results of the failures' scenarios with the same bot, and then with the repaired one. */
	played: Finished[];
	playedMended: Finished[];
}

/** One after the other: a scenario drops the connection of all customers. */
async function playAll(scenarios: readonly string[]): Promise<Finished[]> {
	const played: Finished[] = [];
	for (const scenario of scenarios) played.push(await suite.play(scenario));
	return played;
}

async function show({ bot, trouble, connection, mended }: Case): Promise<Shown> {
	const site = await suite.siteOf(bot, connection);
	const fields = { customers: 2, situations: 1, troubles: { [trouble]: 1 } };
	const answers = { ...PER_MESSAGE, notices: [`^${NOTICE}`] };
	const result = await site.exercise({ ...fields, answers });
	const played = await playAll(result.scenarios);
	if (mended === undefined) return { ...result, played, playedMended: [] };
	await site.useBot(mended);
	return { ...result, played, playedMended: await playAll(result.scenarios) };
}

describe('an exercise while the network fails', () => {
	let shown: readonly Promise<Shown>[] = [];
	beforeAll(() => {
		shown = CASES.map(show);
		// Each is awaited by its test.
		void Promise.allSettled(shown);
	});

	it.each(CASES.map((one, index) => ({ ...one, index })))(
		'finds in the trouble $trouble with the bot $bot: $failures',
		async ({ trouble, failures, mended, index }) => {
			const result = await shown[index];
			const found = result?.report.findings.map((finding) => finding.failures.map(({ failure }) => failure));
			const wrong = failures.length === 0 ? 0 : 2;
			const expected = [...failures].sort();
			expect(found?.map((kinds) => kinds.sort())).toEqual(Array.from({ length: wrong }, () => expected));
			const troubles = [{ trouble, played: 2, withoutFailure: 2 - wrong }];
			expect(result?.report.troubles).toEqual(troubles);
			expect(result?.code).toBe(wrong === 0 ? 0 : 1);
			const failed = { code: 1, stdout: expect.stringContaining('✗') };
			expect(result?.played).toEqual(Array.from({ length: wrong }, () => expect.objectContaining(failed)));
			const passed = { code: 0, stdout: expect.stringContaining('Passed') };
			const again = mended === undefined ? 0 : wrong;
			expect(result?.playedMended).toEqual(
				Array.from({ length: again }, () => expect.objectContaining(passed)),
			);
		},
	);

	it('does what the network does to one customer to no other', async () => {
		const official = await suite.siteOf('answersEveryMessage', 'official');
		const fields = { customers: 2, situations: 1 };
		const { report } = await official.exercise({
			...fields,
			troubles: { plain: 1, window: 1 },
			answers: { ...PER_MESSAGE, within: '5s' },
		});
		expect(report.troubles).toEqual([
			{ trouble: 'plain', played: 1, withoutFailure: 1 },
			{ trouble: 'window', played: 1, withoutFailure: 0 },
		]);
		expect(report.failures).toMatchObject({ not_delivered: 1, unanswered: 1 });
		// A fault that did not happen in its situation does not happen later.
		const silent = await suite.siteOf('silent');
		const answers = { ...PER_MESSAGE, within: '1s' };
		await silent.exercise({ ...fields, troubles: { refused: 1, connection: 1 }, answers });
		const left = await suite.gateway().get(`/simulator/v1/instances/${silent.instanceId}/faults`);
		expect(left.at('data.faults')).toEqual([]);
	});

	it('ends with 2 for the trouble window of an instance that has none', async () => {
		const { exercise } = await suite.siteOf('silent');
		await expect(exercise({ customers: 1, situations: 1, troubles: { window: 1 } })).rejects.toThrow(
			/^Only official connections have a 24-hour window, and "Shop \d+" has none\./,
		);
	});
});
