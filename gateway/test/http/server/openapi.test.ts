import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { startTestGateway } from '../../support/gateway.ts';

const FILE = path.join(import.meta.dirname, '../../../openapi.json');

it('serves the openapi.json of the repository, which `npm run openapi` writes', async () => {
	const gateway = await startTestGateway();
	try {
		const served = await gateway.get('/openapi.json');
		expect(JSON.parse(await readFile(FILE, 'utf8'))).toEqual(served.body);
	} finally {
		await gateway.close();
	}
});
