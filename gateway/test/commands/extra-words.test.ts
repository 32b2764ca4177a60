import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseEnvironment } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { runGateway } from '../support/gateway-process.ts';

describe('a command with more words than it has a use for', () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	async function run(...args: string[]) {
		const database = await databaseEnvironment(gateway.folder);
		return runGateway(args, { GATEWAY_DATA_DIR: gateway.folder, ...database });
	}

	it.each([
		['keys', 'list', 'extra'],
		['keys', 'create', 'extra', '--name', 'n8n'],
		['users', 'list', 'extra'],
		['users', 'invite', 'Ada', 'extra', '--role', 'viewer'],
		['users', 'reset', 'Ada', 'extra'],
	])('is refused: %s %s %s %s', async (...args) => {
		const { code, stderr } = await run(...args);
		expect(code).toBe(1);
		expect(stderr).toContain('"extra" is too much: nothing was done.\n\nUsage:');
	});

	it('does not revoke the first of two keys', async () => {
		const idOf = async (name: string) =>
			/key_\w+/.exec((await run('keys', 'create', '--name', name)).stdout)?.[0] ?? '';
		const [first, second] = [await idOf('first'), await idOf('second')];
		const { code, stderr } = await run('keys', 'revoke', first, second);
		expect(code).toBe(1);
		expect(stderr).toContain(`"${second}" is too much: nothing was done.`);
		expect((await run('keys', 'list')).stdout).not.toContain('revoked');
	});
});
