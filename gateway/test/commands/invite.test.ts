import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseEnvironment } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { runGateway } from '../support/gateway-process.ts';

describe('users invite', () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	async function invite(name: string) {
		const database = await databaseEnvironment(gateway.folder);
		const environment = { GATEWAY_DATA_DIR: gateway.folder, ...database };
		return runGateway(['users', 'invite', name, '--role', 'viewer'], environment);
	}

	it.each([
		['without a character', ' '],
		['on two lines', 'Ada\nLovelace'],
		['with more characters than one can sign in with', 'a'.repeat(65)],
	])('refuses a name %s', async (_what, name) => {
		const { code, stdout, stderr } = await invite(name);
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(/^A name has 1 to 64 characters, on one line\.\n\nUsage:\n/);
	});

	it('says that a name is taken in one sentence', async () => {
		expect((await invite('Grace')).code).toBe(0);
		expect(await invite(' grace ')).toEqual({
			code: 1,
			stdout: '',
			stderr: 'Somebody is called "Grace" already. Take another name.\n',
		});
	});
});
