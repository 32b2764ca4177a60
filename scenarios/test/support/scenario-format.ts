import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ScenarioError } from '../../src/format/field-reader.ts';
import { parseScenario } from '../../src/format/parse-scenario.ts';

/** The folder of the repository. */
export const ROOT = path.join(import.meta.dirname, '../../..');
export const PHONES = { ada: { number: '4915112345678', name: 'Ada' } };

const schema = JSON.parse(await readFile(path.join(ROOT, 'docs/scenario.schema.json'), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
formats.default(ajv);
/** Whether the documented schema accepts a scenario. */
export const fitsSchema = ajv.compile(schema);

/** A scenario with one phone and these steps. */
export const scenarioWith = (...steps: unknown[]) => ({ scenario: 1, name: 'Hello', phones: PHONES, steps });

/** Returns why a scenario is rejected; throws if it is accepted. */
export function problemOf(scenario: unknown): string {
	const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
	try {
		parseScenario(text);
	} catch (error) {
		if (error instanceof ScenarioError) return error.message;
		throw error;
	}
	throw new Error('The scenario was accepted.');
}
