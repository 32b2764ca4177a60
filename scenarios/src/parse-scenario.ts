import { createFieldReader, ScenarioError, type FieldReader } from './field-reader.ts';
import { EVENT_KINDS, MEDIA_TYPES, PHONE_NUMBER, SENT_TYPES } from './gateway-api.ts';
import {
	DELIVERY_STATUSES,
	SCENARIO_VERSION,
	type ExpectedFields,
	type Media,
	type Scenario,
	type ScenarioPhone,
	type Step,
	type StepKind,
	type StepOf,
} from './scenario.ts';

/** Default of `within`, in milliseconds. */
export const DEFAULT_WITHIN = 10_000;

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

/** `phone` reads the field "phone" and checks that the scenario has a phone of this name. */
type ReadStep<Kind extends StepKind> = (fields: FieldReader, phone: () => string) => StepOf<Kind>;

const chat = (fields: FieldReader, phone: () => string) => ({
	phone: phone(),
	group: fields.textOr('group', null),
});
const within = (fields: FieldReader) => ({ within: fields.durationOr('within', DEFAULT_WITHIN) });

/** Reads the fields of each kind of step. */
const STEP_READERS: { [Kind in StepKind]: ReadStep<Kind> } = {
	scan: () => ({ step: 'scan' }),
	send(fields, phone) {
		const text = fields.textOr('text', null);
		const media = readMedia(fields);
		if (text === null && media === null) fields.fail('give "text", or "media", or both.');
		return { step: 'send', ...chat(fields, phone), text, media, quotes: fields.flag('quotes') };
	},
	typing: (fields, phone) => ({ step: 'typing', ...chat(fields, phone) }),
	receive(fields, phone) {
		const expected = {
			text: fields.textOr('text', null),
			contains: fields.textOr('contains', null),
			matches: fields.pattern('matches'),
			type: fields.oneOfOr('type', SENT_TYPES, null),
		};
		return { step: 'receive', ...chat(fields, phone), ...expected, ...within(fields) };
	},
	typed: (fields, phone) => ({ step: 'typed', phone: phone(), ...within(fields) }),
	status: (fields, phone) => ({
		step: 'status',
		...chat(fields, phone),
		is: fields.oneOf('is', ['delivered', 'read']),
		...within(fields),
	}),
	read: (_fields, phone) => ({ step: 'read', phone: phone() }),
	block: (_fields, phone) => ({ step: 'block', phone: phone() }),
	unblock: (_fields, phone) => ({ step: 'unblock', phone: phone() }),
	offline: (_fields, phone) => ({ step: 'offline', phone: phone() }),
	online: (_fields, phone) => ({ step: 'online', phone: phone() }),
	join: (fields, phone) => ({ step: 'join', phone: phone(), group: fields.text('group') }),
	leave: (fields, phone) => ({ step: 'leave', phone: phone(), group: fields.text('group') }),
	event: (fields) => ({
		step: 'event',
		kind: fields.oneOf('kind', EVENT_KINDS),
		where: readExpectedFields(fields),
		...within(fields),
	}),
	delivery: (fields) => ({
		step: 'delivery',
		event: fields.oneOf('event', EVENT_KINDS),
		status: fields.oneOfOr('status', DELIVERY_STATUSES, 'success'),
		where: readExpectedFields(fields),
		...within(fields),
	}),
	nothing: (fields, phone) => ({ step: 'nothing', phone: phone(), for: fields.duration('for') }),
	wait: (fields) => ({ step: 'wait', for: fields.duration('for') }),
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

function readMedia(fields: FieldReader): Media | null {
	const from = fields.textOr('media', null);
	const type = fields.oneOfOr('type', MEDIA_TYPES, null);
	if (from === null) {
		if (type !== null) fields.fail('"type" belongs to "media"; leave it out of a text.');
		return null;
	}
	if (type === null && isUrl(from)) {
		fields.fail(`"type" is missing: say whether the file at ${from} is one of ${MEDIA_TYPES.join(', ')}.`);
	}
	return { from, type };
}

/** Whether media is on a server, and not a path or a data: URL. */
export function isUrl(from: string): boolean {
	return /^https?:\/\//.test(from);
}

function readExpectedFields(fields: FieldReader): ExpectedFields {
	const expected = fields.object('where');
	for (const [name, value] of Object.entries(expected)) {
		if (typeof value === 'object' && value !== null) {
			fields.fail(`"where" has an object as "${name}"; give a text, a number, true, false or null.`);
		}
	}
	return expected as ExpectedFields;
}
