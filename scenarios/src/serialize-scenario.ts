import { span } from './describe.ts';
import { DEFAULT_WITHIN } from './parse-scenario.ts';
import { SCENARIO_VERSION, type Scenario, type ScenarioPhone, type Step } from './scenario.ts';

/** A scenario as the text of its file, without what goes without saying: parseScenario reads the same from it. */
export function writeScenario({ name, instance, phones, steps }: Scenario): string {
	const file = {
		scenario: SCENARIO_VERSION,
		name,
		...(instance === null ? {} : { instance }),
		phones: Object.fromEntries(Object.entries(phones).map(([key, phone]) => [key, writtenPhone(phone)])),
		steps: steps.map(writtenStep),
	};
	return `${JSON.stringify(file, null, '\t')}\n`;
}

function writtenPhone({ number, name, reads }: ScenarioPhone) {
	return {
		number,
		...(name === null ? {} : { name }),
		...(reads === 'automatically' ? {} : { reads }),
	};
}

function writtenStep(step: Step): Record<string, unknown> {
	const written: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(step)) {
		if (value === null || value === false) continue;
		if (name === 'media') Object.assign(written, mediaFields(value as { from: string; type: string | null }));
		else if (name === 'within' || name === 'for') {
			if (name === 'for' || value !== DEFAULT_WITHIN) written[name] = span(value as number);
		} else if (name === 'where') {
			if (Object.keys(value as object).length > 0) written[name] = value;
		} else written[name] = value instanceof RegExp ? value.source : value;
	}
	return written;
}

function mediaFields({ from, type }: { from: string; type: string | null }): Record<string, string> {
	return type === null ? { media: from } : { media: from, type };
}
