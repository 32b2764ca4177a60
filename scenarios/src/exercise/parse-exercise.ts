import { parse } from 'yaml';
import { createFieldReader, ScenarioError, type FieldReader } from '../format/field-reader.ts';
import { SENT_TYPES } from '../gateway/gateway-api.ts';
import {
	EXERCISE_VERSION,
	FAILURES,
	NAMED_TROUBLES,
	TROUBLES,
	type Exercise,
	type ExpectedAnswers,
	type Thresholds,
} from './exercise.ts';

/** Phones that the simulated network controls by hand at most. */
const MAX_CUSTOMERS = 50;
const MAX_SITUATIONS = 500;
const MAX_TEXTS = 500;

/** Parses the text of an exercise, which is YAML or JSON. Throws ScenarioError. */
export function parseExercise(text: string): Exercise {
	const fields = createFieldReader(parseYaml(text), '');
	const version = fields.number('exercise');
	if (version !== EXERCISE_VERSION) {
		fields.fail(`"exercise" is version ${version}, and this program knows version ${EXERCISE_VERSION}.`);
	}
	fields.textOr('description', '');
	const exercise = {
		name: fields.text('name'),
		instance: fields.textOr('instance', null),
		webhook: fields.textOr('webhook', null),
		customers: wholeNumber(fields, 'customers', { absent: 4, from: 1, to: MAX_CUSTOMERS }),
		situations: wholeNumber(fields, 'situations', { absent: 5, from: 1, to: MAX_SITUATIONS }),
		seed: wholeNumber(fields, 'seed', { absent: 1, from: 0, to: 2 ** 32 - 1 }),
		duration: durationOrNull(fields, 'duration'),
		troubles: readTroubles(fields),
		texts: readTexts(fields),
		answers: readAnswers(createFieldReader(fields.object('answers'), 'answers')),
		thresholds: readThresholds(createFieldReader(fields.object('thresholds'), 'thresholds')),
	};
	fields.rejectUnknown();
	return exercise;
}

function parseYaml(text: string): unknown {
	try {
		// Aliases could grow a short file without bound.
		return parse(text, { maxAliasCount: 0 });
	} catch (error) {
		throw new ScenarioError('', `is not YAML: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function readTroubles(fields: FieldReader): Exercise['troubles'] {
	const given = fields.object('troubles');
	const reader = createFieldReader(given, 'troubles');
	// A file with weights has only these troubles; a file without weights has all.
	const namesNone = Object.keys(given).length === 0;
	const weights = TROUBLES.map((trouble): [string, number] => {
		const weight = reader.numberOr(trouble, namesNone && !NAMED_TROUBLES.includes(trouble) ? 1 : 0);
		if (weight < 0 || weight > 1000) reader.fail(`"${trouble}" must be from 0 to 1000, and is ${weight}.`);
		return [trouble, weight];
	});
	reader.rejectUnknown();
	if (weights.every(([, weight]) => weight === 0)) reader.fail('at least one must be above 0.');
	return Object.fromEntries(weights) as Exercise['troubles'];
}

/** Texts of an exercise are sent as they are, with a few words behind them. */
const MAX_TEXT_LENGTH = 3500;

function readTexts(fields: FieldReader): readonly string[] | null {
	const texts = fields.textsOr('texts', null);
	if (texts === null) return null;
	if (texts.length === 0 || texts.length > MAX_TEXTS) {
		fields.fail(`"texts" must have 1 to ${MAX_TEXTS} texts, and has ${texts.length}.`);
	}
	const long = texts.find(({ length }) => length > MAX_TEXT_LENGTH);
	if (long !== undefined) fields.fail(`"texts" has a text of more than ${MAX_TEXT_LENGTH} characters.`);
	return texts;
}

function readAnswers(fields: FieldReader): ExpectedAnswers {
	const answers = {
		...readAddressees(createFieldReader(fields.object('to'), 'answers.to')),
		per: fields.oneOfOr('per', ['message', 'burst'], 'burst' as const),
		burst: fields.durationOr('burst', 4000),
		within: fields.durationOr('within', 10_000),
		quiet: fields.durationOr('quiet', 5000),
		grace: fields.durationOr('grace', 2000),
		allowed: readPatterns(fields, 'allowed'),
		notices: readPatterns(fields, 'notices'),
	};
	fields.rejectUnknown();
	return answers;
}

/** Which messages need an answer. */
function readAddressees(fields: FieldReader): Pick<ExpectedAnswers, 'types' | 'matches'> {
	const types = fields.textsOr('types', ['text']).map((type) => {
		const known = SENT_TYPES.find((candidate) => candidate === type);
		return known ?? fields.fail(`"types" has "${type}", which is not one of ${SENT_TYPES.join(', ')}.`);
	});
	const matches = fields.pattern('matches');
	fields.rejectUnknown();
	return { types, matches };
}

function readPatterns(fields: FieldReader, name: string): RegExp[] {
	return fields.textsOr(name, []).map((source) => {
		try {
			return new RegExp(source, 'u');
		} catch (error) {
			return fields.fail(
				`"${name}" has no regular expression: ${error instanceof Error ? error.message : ''}.`,
			);
		}
	});
}

function readThresholds(fields: FieldReader): Thresholds {
	const score = wholeNumber(fields, 'score', { absent: 100, from: 0, to: 100 });
	const p95 = durationOrNull(fields, 'p95');
	const given = createFieldReader(fields.object('failures'), 'thresholds.failures');
	const failures = FAILURES.flatMap((failure) => {
		const most = given.numberOr(failure, Infinity);
		return most === Infinity ? [] : [[failure, most] as const];
	});
	given.rejectUnknown();
	fields.rejectUnknown();
	return { score, p95, failures: Object.fromEntries(failures) };
}

interface Range {
	absent: number;
	from: number;
	to: number;
}

function wholeNumber(fields: FieldReader, name: string, { absent, from, to }: Range): number {
	const value = fields.numberOr(name, absent);
	if (Number.isInteger(value) && value >= from && value <= to) return value;
	return fields.fail(`"${name}" must be a whole number from ${from} to ${to}, and is ${value}.`);
}

function durationOrNull(fields: FieldReader, name: string): number | null {
	const value = fields.durationOr(name, -1);
	return value < 0 ? null : value;
}
