import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { EVENT_KINDS, type EventKind } from '../../../src/domain/events/event-kind.ts';
import { sampleEvent } from '../../../src/domain/events/sample-event.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

const FOLDER = path.join(import.meta.dirname, '../../..');
const DOCUMENTS = ['openapi.json', 'openapi-page.json', 'openapi-simulator.json'];
/**
 * Bytes of the largest document, which has about 75 operations and the data of 27 kinds of events. A schema that occurs
 * twice has a name there (named-schemas.ts), so that it stays small enough to be read.
 */
const SIZE_LIMIT = 390_000;

type Json = Record<string, unknown>;

describe.each(DOCUMENTS)('GET /%s', (name) => {
	let gateway: TestGateway;
	let document: unknown;
	beforeAll(async () => {
		gateway = await startTestGateway();
		document = (await gateway.request(`/${name}`, {})).body;
	});
	afterAll(() => gateway.close());

	const operations = () =>
		Object.values(at(document, 'paths') as Record<string, Json>).flatMap((methods) => Object.values(methods));

	it(`serves the ${name} of the repository, which \`npm run openapi\` writes`, async () => {
		expect(JSON.parse(await readFile(path.join(FOLDER, name), 'utf8'))).toEqual(document);
		expect((await stat(path.join(FOLDER, name))).size).toBeLessThan(SIZE_LIMIT);
	});

	it('describes every operation with its errors and its scope in version 3.1', () => {
		expect(at(document, 'openapi')).toBe('3.1.0');
		expect(operations().length).toBeGreaterThan(20);
		for (const operation of operations()) {
			const statuses = Object.keys(at(operation, 'responses') as object);
			const needsKey = at(operation, 'x-scope') !== 'public';
			const errors = needsKey ? ['401', '403', '429', '500', '503'] : ['500', '503'];
			expect(statuses).toEqual(expect.arrayContaining(errors));
			expect(at(operation, 'operationId')).toMatch(/^[a-z]+[A-Za-z]+$/);
			expect(at(operation, 'x-scope')).toMatch(/^(any key|signed in|owner|public|[a-z]+:(read|write))$/);
		}
	});

	it('names the schemas of all bodies, and declares the headers of all responses', () => {
		const components = at(document, 'components');
		for (const operation of operations()) {
			const responses = Object.values(at(operation, 'responses') as Record<string, Json>);
			for (const response of responses) {
				const shared = at(response, '$ref') as string | undefined;
				const own = shared === undefined ? response : at(components, pathOf(shared));
				expect(Object.keys(at(own, 'headers') as object)).toEqual(
					expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Remaining']),
				);
			}
			const bodies = [at(operation, 'requestBody'), ...responses];
			for (const schema of bodies.map((body) => at(body, 'content.application/json.schema'))) {
				if (schema !== undefined) expect(at(schema, '$ref')).toMatch(/^#\/components\/schemas\/[A-Z]/);
			}
		}
	});
});

/** The place of a component under `components`. */
function pathOf(reference: string): string {
	return reference.replace('#/components/', '').replaceAll('/', '.');
}

describe('the section webhooks', () => {
	let document: Json;
	beforeAll(async () => {
		document = JSON.parse(await readFile(path.join(FOLDER, 'openapi.json'), 'utf8')) as Json;
	});

	it('describes every event kind', () => {
		expect(Object.keys(at(document, 'webhooks') as object)).toEqual([...EVENT_KINDS]);
	});

	it.each(EVENT_KINDS)(
		'describes the event %s exactly, by its own schema and by that of any event',
		(kind) => {
			const ids = { instanceId: 'inst_1', messageId: 'msg_1' } as const;
			const { data } = sampleEvent(kind, ids, Date.UTC(2026, 0, 31));
			const event = { event: kind, timestamp: '2026-01-31T12:00:00.000Z', eventId: 'evt_1', data };
			expect(problemsOf(event, schemaOf(kind))).toEqual([]);
			expect(problemsOf(event, '#/components/schemas/Event')).toEqual([]);
			expect(problemsOf({ ...event, data: {} }, schemaOf(kind))).not.toEqual([]);
		},
	);

	function schemaOf(kind: EventKind): string {
		const webhook = (at(document, 'webhooks') as Json)[kind];
		const content = at(webhook, 'post.requestBody.content') as Json;
		return String(at(content['application/json'], 'schema.$ref'));
	}

	function problemsOf(value: unknown, reference: string): unknown[] {
		const ajv = new Ajv2020({ strict: false, allErrors: true });
		formats.default(ajv);
		const validate = ajv.addSchema(document, 'openapi').compile({ $ref: `openapi${reference}` });
		validate(value);
		return validate.errors ?? [];
	}
});
