import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startTestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

const FILE = path.join(import.meta.dirname, '../../../openapi.json');

describe('GET /openapi.json', () => {
	it('serves the openapi.json of the repository, which `npm run openapi` writes', async () => {
		const gateway = await startTestGateway();
		try {
			const served = await gateway.get('/openapi.json');
			expect(JSON.parse(await readFile(FILE, 'utf8'))).toEqual(served.body);
		} finally {
			await gateway.close();
		}
	});

	it('describes every operation with its errors and its scope in version 3.1', async () => {
		const gateway = await startTestGateway();
		const { body } = await gateway.request('/openapi.json', {});
		expect(at(body, 'openapi')).toBe('3.1.0');
		const paths = at(body, 'paths') as Record<string, Record<string, unknown>>;
		const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
		expect(operations.length).toBeGreaterThan(30);
		for (const operation of operations) {
			const statuses = Object.keys(at(operation, 'responses') as object);
			const needsKey = at(operation, 'x-scope') !== 'public';
			const errors = needsKey ? ['401', '403', '429', '500', '503'] : ['500', '503'];
			expect(statuses).toEqual(expect.arrayContaining(errors));
			expect(at(operation, 'operationId')).toMatch(/^[a-z]+[A-Za-z]+$/);
			expect(at(operation, 'x-scope')).toMatch(/^(any key|signed in|owner|public|[a-z]+:(read|write))$/);
		}
		await gateway.close();
	});
});
