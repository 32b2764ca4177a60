import path from 'node:path';

import { expect } from '@jest/globals';
import { Ajv } from 'ajv';
import { loadOutputSchema } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { NEWEST_VERSION } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';
import { runNodeWith } from '../support/runNode.ts';
import type { ArrangeCase, Fixture } from './fixture.ts';

/** The compiled node. */
export const nodeFile = path.join(ROOT, 'dist', 'nodes', 'MessagingGateway', 'MessagingGateway.node.js');

/** Returns the JSON schema of an operation's output, where n8n's editor looks for it: in the folder of the version. */
export function getSample(
	resource: string,
	operation: string,
	version = NEWEST_VERSION,
): Record<string, unknown> | undefined {
	return loadOutputSchema({
		nodeDir: path.dirname(nodeFile),
		version,
		resource,
		operation,
	});
}

/** Runs a test case with a version of the node and checks the output against the case and the sample. */
export async function runCase(
	fixture: Fixture,
	resource: string,
	operation: string,
	arrangeCase: ArrangeCase,
	version = NEWEST_VERSION,
): Promise<void> {
	const { parameters, input = [{ json: {} }], output, verify } = await arrangeCase(fixture);

	const allParameters = { resource, operation, ...parameters };
	const run = await runNodeWith(fixture.credential, allParameters, input, 'stopWorkflow', undefined, version);

	expect(run.error).toBeUndefined();
	expect(run.items).toMatchObject(output);
	for (const { pairedItem } of run.items) expect(pairedItem).toEqual({ item: expect.any(Number) });
	await verify?.(run.items);
	if (parameters.output !== undefined || run.waitTill) return;
	const sample = getSample(resource, operation, version) ?? {};
	for (const { json } of run.items) expect(differencesFromSample(sample, json)).toEqual([]);
}

/** Returns the differences between an item and the sample: wrong types and unknown fields. */
function differencesFromSample(sample: Record<string, unknown>, json: IDataObject): unknown[] {
	const validate = new Ajv({ strict: false }).compile(sample);
	const unknown = Object.keys(json).filter((field) => !(field in (sample.properties as object)));
	return validate(json) ? unknown : [...unknown, ...(validate.errors ?? [])];
}
