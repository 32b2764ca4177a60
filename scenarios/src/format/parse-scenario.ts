import { createFieldReader, ScenarioError, type FieldReader } from './field-reader.ts';
import { PHONE_NUMBER } from '../gateway/gateway-api.ts';
import { ACTION_READERS } from './read-actions.ts';
import { EXPECTATION_READERS } from './read-expectations.ts';
import { MESSAGE_READERS } from './read-message-steps.ts';
import { SCENARIO_VERSION, type Scenario, type ScenarioPhone, type Step, type StepKind } from './scenario.ts';
import type { StepReaders } from './step-fields.ts';

/** Parses the text of a scenario's file. Throws ScenarioError. */
export function parseScenario(text: string): Scenario {
	const fields = createFieldReader(parseJson(text), '');
	fields.textOr('$schema', '');
	fields.textOr('description', '');
	readVersion(fields);
	const name = fields.text('name');
	const instance = fields.textOr('instance', null);
	const phones = readPhones(fields);
	const steps = fields.list('steps').map((step, index) => readStep(step, index + 1, phones));
	if (steps.length === 0) fields.fail('"steps" is empty; give at least one step.');
	fields.rejectUnknown();
	return { name, instance, phones, steps };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new ScenarioError('', `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function readVersion(fields: FieldReader): void {
	const version = fields.number('scenario');
	if (version === SCENARIO_VERSION) return;
	fields.fail(
		`"scenario" is version ${version}, and this gateway plays version ${SCENARIO_VERSION}. Update the one that is older.`,
	);
}

function readPhones(fields: FieldReader): Scenario['phones'] {
	const entries = Object.entries(fields.object('phones')).map(([name, value]): [string, ScenarioPhone] => {
		const phone = createFieldReader(value, `phone "${name}"`);
		const number = phone.text('number');
		if (!PHONE_NUMBER.test(number)) {
			phone.fail(`"number" must be 7 to 15 digits in international format, and is "${number}".`);
		}
		const scenarioPhone = {
			number,
			name: phone.textOr('name', null),
			reads: phone.oneOfOr('reads', ['automatically', 'by_hand'], 'automatically' as const),
		};
		phone.rejectUnknown();
		return [name, scenarioPhone];
	});
	const numbers = entries.map(([, { number }]) => number);
	const duplicate = numbers.find((number, index) => numbers.indexOf(number) !== index);
	if (duplicate !== undefined) fields.fail(`two "phones" have the number ${duplicate}; give each its own.`);
	return Object.fromEntries(entries);
}

/** The parsers of the fields of each kind of step. */
const STEP_READERS: StepReaders<StepKind> = {
	...ACTION_READERS,
	...MESSAGE_READERS,
	...EXPECTATION_READERS,
};

/** Every kind of step, in the order of the documentation. */
export const STEP_KINDS = Object.keys(STEP_READERS) as StepKind[];

function readStep(value: unknown, number: number, phones: Scenario['phones']): Step {
	const kind = createFieldReader(value, `step ${number}`).oneOf('step', STEP_KINDS);
	const fields = createFieldReader(value, `step ${number} (${kind})`);
	fields.text('step');
	const names = Object.keys(phones);
	const phone = (): string => {
		const name = fields.text('phone');
		if (name in phones) return name;
		const known = names.length === 0 ? 'there are none' : `there is ${names.join(', ')}`;
		return fields.fail(`"phone" is "${name}", which is not among the "phones": ${known}.`);
	};
	const step = STEP_READERS[kind](fields, phone);
	fields.textOr('note', '');
	fields.rejectUnknown();
	return step;
}
