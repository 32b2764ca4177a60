import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseEnvironment } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { runGateway } from '../support/gateway-process.ts';
import { openOwner } from '../support/owner.ts';

/** Clears the screen, changes the title of the window and the color, turns the direction, and begins a line. */
const HOSTILE = 'A\u001b[2J\u001b]0;B\u0007\u009b31mC\u202eD\r\nkey_forged  E';

describe('names that contain escape sequences and line ends', () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway();
		const owner = await openOwner(gateway);
		await owner.post('/admin/v1/keys', { name: HOSTILE });
		await owner.post('/admin/v1/users', { name: 'Ada\u001b[2J', role: 'viewer' });
		const instanceId = await connectedInstance(gateway, HOSTILE);
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.post(path, { from: '4915112345678', content: 'Hi' });
	});
	afterAll(() => gateway.close());

	it.each([
		[
			'keys list',
			/^key_\S+ {2}A\\u001b\[2J\\u001b\]0;B\\u0007\\u009b31mC\\u202eD\\u000d\\u000akey_forged {2}E/m,
		],
		['users list', /^usr_\S+ {2}Ada\\u001b\[2J {2}viewer/m],
		['audit', /instance\.created {2}inst_\S+ {2}\{"name":"A\\u001b\[2J/],
		['ledger', /^ {2}A\\u001b\[2J.*E: 0 of/m],
	])('are only read in the output of `%s`', async (command, expected) => {
		const database = await databaseEnvironment(gateway.folder);
		const { stdout } = await runGateway(command.split(' '), {
			GATEWAY_DATA_DIR: gateway.folder,
			...database,
		});
		expect(stdout).toMatch(expected);
		expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
		expect(stdout).not.toMatch(/^key_forged/m);
	});
});
