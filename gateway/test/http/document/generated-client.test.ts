import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { API_KEY, connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const require = createRequire(import.meta.url);
const run = promisify(execFile);

/** The folder of installed packages that has this one. */
function modulesOf(name: string): string {
	const resolved = require.resolve(name);
	return resolved.slice(0, resolved.lastIndexOf(path.join('node_modules', name)) + 'node_modules'.length);
}

const STRICT = {
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	noEmit: true,
	skipLibCheck: true,
	module: 'nodenext',
	target: 'es2024',
	allowImportingTsExtensions: true,
	types: ['node'],
	typeRoots: [path.join(modulesOf('typescript'), '@types')],
};

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
	gateway = await startTestGateway();
	folder = await mkdtemp(path.join(tmpdir(), 'generated-client-'));
});
afterAll(async () => {
	await gateway.close();
	await rm(folder, { recursive: true });
});

it('is a document from which openapi-typescript generates a client that compiles, sends, lists and reads events', async () => {
	const modules = modulesOf('openapi-typescript');
	const inFolder = (name: string) => path.join(folder, name);
	await symlink(modules, inFolder('node_modules'));
	await writeFile(inFolder('package.json'), '{"type":"module"}');
	await writeFile(inFolder('tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }));
	await copyFile(path.join(import.meta.dirname, 'client.txt'), inFolder('client.ts'));
	await writeFile(inFolder('openapi.json'), JSON.stringify((await gateway.get('/openapi.json')).body));

	const generator = path.join(modules, 'openapi-typescript/bin/cli.js');
	await run(process.execPath, [generator, inFolder('openapi.json'), '-o', inFolder('schema.ts')]);
	await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', folder]);

	const instanceId = await connectedInstance(gateway);
	const { stdout } = await run(process.execPath, [inFolder('client.ts'), gateway.url, API_KEY, instanceId]);
	expect(JSON.parse(stdout)).toEqual({
		webhook: 'active',
		sent: 'queued',
		replayed: null,
		refusedSend: 'invalid_parameters',
		event: 'message.received',
		content: 'Hello',
		messages: [
			['inbound', 'text', 'Hello'],
			['outbound', 'text', 'Hello'],
		],
		refused: 'invalid_instance',
	});
});
