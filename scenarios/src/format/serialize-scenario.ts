import { formatDuration } from './describe.ts';
import { DEFAULT_WITHIN } from './step-fields.ts';
import { SCENARIO_VERSION, type Scenario, type ScenarioPhone, type Step } from './scenario.ts';

/** The text of a scenario's file, without values that are the default: parseScenario returns the same scenario. */
export function serializeScenario({ name, instance, phones, steps }: Scenario): string {
	const file = {
		scenario: SCENARIO_VERSION,
		name,
		...(instance === null ? {} : { instance }),
		phones: Object.fromEntries(Object.entries(phones).map(([key, phone]) => [key, phoneFields(phone)])),
		steps: steps.map(stepFields),
	};
	return `${JSON.stringify(file, null, '\t')}\n`;
}

function phoneFields({ number, name, reads }: ScenarioPhone) {
	return {
		number,
		...(name === null ? {} : { name }),
		...(reads === 'automatically' ? {} : { reads }),
	};
}

function stepFields(step: Step): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(step)) {
		if (value === null || value === false) continue;
		if (name === 'media') Object.assign(fields, mediaFields(value as { from: string; type: string | null }));
		else if (name === 'within' || name === 'for') {
			if (name === 'for' || value !== DEFAULT_WITHIN) fields[name] = formatDuration(value as number);
		} else if (name === 'where') {
			if (Object.keys(value as object).length > 0) fields[name] = value;
		} else fields[name] = value instanceof RegExp ? value.source : value;
	}
	return fields;
}

function mediaFields({ from, type }: { from: string; type: string | null }): Record<string, string> {
	return type === null ? { media: from } : { media: from, type };
}
