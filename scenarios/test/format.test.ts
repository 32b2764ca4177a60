import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseScenario, STEP_KINDS } from '../src/format/parse-scenario.ts';
import { fitsSchema, PHONES, problemOf, ROOT, scenarioWith } from './support/scenario-format.ts';

describe('a scenario', () => {
	it('is parsed with defaults for absent fields', () => {
		const scenario = parseScenario(
			JSON.stringify({
				$schema: '../docs/scenario.schema.json',
				scenario: 1,
				name: 'Hello',
				description: 'Somebody says hello.',
				instance: 'Shop',
				phones: { ...PHONES, bob: { number: '4915112345679', reads: 'by_hand' } },
				steps: [
					{ step: 'send', phone: 'ada', text: 'Hello', note: 'Begins.' },
					{ step: 'receive', phone: 'bob', matches: '^Hi', within: '1.5s' },
				],
			}),
		);
		expect(scenario).toEqual({
			name: 'Hello',
			instance: 'Shop',
			phones: {
				ada: { number: '4915112345678', name: 'Ada', reads: 'automatically' },
				bob: { number: '4915112345679', name: null, reads: 'by_hand' },
			},
			steps: [
				{ step: 'send', phone: 'ada', group: null, text: 'Hello', media: null, quotes: false },
				{
					step: 'receive',
					phone: 'bob',
					group: null,
					text: null,
					contains: null,
					matches: /^Hi/u,
					type: null,
					within: 1500,
				},
			],
		});
	});

	it.each<[string, unknown, string]>([
		['no JSON', '{"scenario": 1,', 'is not JSON: '],
		['a list', [], 'must be an object, and is a list.'],
		['no version', { name: 'Hello', steps: [{ step: 'scan' }] }, '"scenario" is missing; give a number.'],
		[
			'another version',
			{ scenario: 2, name: 'Hello', steps: [{ step: 'scan' }] },
			'"scenario" is version 2, and this gateway plays version 1.',
		],
		['no name', { scenario: 1, steps: [{ step: 'scan' }] }, '"name" is missing; give a text.'],
		['no steps', { scenario: 1, name: 'Hello' }, '"steps" is missing; give a list.'],
		['an empty list of steps', scenarioWith(), '"steps" is empty; give at least one step.'],
		['a field of its own', { ...scenarioWith({ step: 'scan' }), retries: 3 }, '"retries" is not known here.'],
		[
			'a phone without digits',
			{ ...scenarioWith({ step: 'scan' }), phones: { ada: { number: '+49 151' } } },
			'phone "ada": "number" must be 7 to 15 digits in international format, and is "+49 151".',
		],
	])('rejects %s', (_what, scenario, problem) => {
		expect(problemOf(scenario)).toContain(problem);
		if (typeof scenario !== 'string') expect(fitsSchema(scenario)).toBe(false);
	});

	it('rejects two phones with one number', () => {
		const phones = { ...PHONES, bob: PHONES.ada };
		expect(problemOf({ ...scenarioWith({ step: 'scan' }), phones })).toBe(
			'two "phones" have the number 4915112345678; give each its own.',
		);
	});

	it('is documented: each kind of step and the examples', async () => {
		const page = await readFile(path.join(ROOT, 'docs/scenarios.md'), 'utf8');
		expect(STEP_KINDS.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
		for (const [file, steps] of [
			['echo-bot.scenario.json', 9],
			['second-thoughts.scenario.json', 11],
			['kinds-of-messages.scenario.json', 13],
			['late-message.scenario.json', 9],
			['day-of-traffic.scenario.json', 8],
		] as const) {
			const example = await readFile(path.join(ROOT, 'examples', file), 'utf8');
			expect(parseScenario(example).steps).toHaveLength(steps);
			expect(fitsSchema(JSON.parse(example))).toBe(true);
		}
	});
});
