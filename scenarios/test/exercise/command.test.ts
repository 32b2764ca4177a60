import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runGateway } from '../../../gateway/test/support/gateway-process.ts';
import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import { useExerciseSuite } from './support/exercise-suite.ts';

const suite = useExerciseSuite();
const SMALL = 'exercise: 1\nname: Small\ncustomers: 1\nsituations: 1\n';

async function fileOf(text: string): Promise<string> {
	const file = path.join(suite.folder(), 'exercise.yaml');
	await writeFile(file, text);
	return file;
}

describe('the command messaging-gateway exercise', () => {
	it('plans the same for the same seed, without a gateway', async () => {
		const file = await fileOf('exercise: 1\nname: Plan\ncustomers: 6\nsituations: 8\nseed: 42\n');
		const plan = (...args: string[]) => runGateway(['exercise', file, '--plan', ...args], {});
		const [first, second, other] = await Promise.all([plan(), plan(), plan('--seed', '43')]);
		expect([first.code, first.stdout.match(/^[a-z_]+-\d-\d$/gm)?.length]).toEqual([0, 48]);
		expect(second.stdout).toBe(first.stdout);
		expect(other.stdout).not.toBe(first.stdout);
	});

	it('begins with the same customers when more are added', async () => {
		const plan = async (customers: number): Promise<string[]> => {
			const file = await fileOf(
				`exercise: 1\nname: Plan\ncustomers: ${customers}\nsituations: 1\ntroubles: {burst: 1}\n`,
			);
			return (await runGateway(['exercise', file, '--plan'], {})).stdout.split('\n').slice(0, 12);
		};
		expect(await plan(5)).toEqual(await plan(2));
	});

	it.each([
		['exercise: 2\nname: A', '"exercise" is version 2'],
		['exercise: 1', '"name" is missing'],
		['exercise: [', 'is not YAML: '],
		['a: &a [1]\nexercise: 1\nname: A\nb: *a', 'is not YAML: Alias resolution is disabled'],
		[`${SMALL}troubles: {bursts: 1}`, 'troubles: "bursts" is not known here. There is blank, burst,'],
		[`${SMALL}troubles: {burst: 0}`, 'troubles: at least one must be above 0.'],
		[`${SMALL}seed: 1.5`, '"seed" must be a whole number from 0 to 4294967295, and is 1.5.'],
		[`${SMALL}texts: []`, '"texts" must have 1 to 500 texts, and has 0.'],
		[`${SMALL}answers: {within: soon}`, 'answers: "within" must be a time such as 500ms, 10s or 2m'],
		[`${SMALL}answers: {to: {types: [texts]}}`, 'answers.to: "types" has "texts", which is not one of text,'],
		[`${SMALL}answers: {allowed: ["("]}`, 'answers: "allowed" has no regular expression: '],
		[`${SMALL}thresholds: {failures: {lost: 1}}`, 'thresholds.failures: "lost" is not known here.'],
		[`${SMALL}webhook: shop`, 'There is no webhook "shop". Activate the workflow, or correct "webhook".'],
		[`${SMALL}instance: Other`, 'There is no instance "Other". Name it by its id.'],
	])('exits with 2 for the exercise %j, and says why', async (text, problem) => {
		const { code, stderr } = await suite.run(await fileOf(text));
		expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
	});

	it('exits with 2 for arguments that are wrong, and for an instance whose chats nobody can take', async () => {
		const file = await fileOf(SMALL);
		for (const [args, problem] of [
			[[], 'Say which exercise: exercise FILE.'],
			[[file, file], 'Say which exercise: exercise FILE.'],
			[[`${file}.absent`], 'cannot be read: there is no such file. Check the path.'],
			[[file, '--seed', 'x'], '--seed is "x"'],
			[[file, '--fast'], "Unknown option '--fast'"],
		] as const) {
			const { code, stderr } = await suite.run(...args);
			expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
			expect(stderr).toContain('Usage:');
		}
		const keyless = await runGateway(['exercise', file], {});
		expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('Give an API key')]);
		const { instanceId } = await suite.siteOf('silent');
		await suite.gateway().patch(`/v1/instances/${instanceId}`, { settings: { takeover: null } });
		const untaken = await suite.run(file);
		expect([untaken.code, untaken.stderr]).toEqual([
			2,
			expect.stringContaining('leave the trouble "person" out'),
		]);
	});

	it('exits with 1 when the gateway cannot be reached', async () => {
		const args = ['exercise', await fileOf(SMALL), '--gateway', 'http://127.0.0.1:9'];
		const { code, stderr } = await runGateway(args, { GATEWAY_API_KEY: API_KEY });
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^No gateway answers at http:\/\/127\.0\.0\.1:9 /),
		]);
	});
});
