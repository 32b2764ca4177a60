import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { ERROR_CODES } from '../../gateway/src/domain/error.ts';
import { errorTexts } from '../../nodes/MessagingGateway/transport/errorTexts.ts';
import { ACTION_NODE, loadedPackage, TRIGGER_NODE } from './support/loadedPackage.ts';
import { ROOT } from './support/root.ts';

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('the packed package', () => {
	it('holds what a user needs and nothing else', async () => {
		const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
		const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
		const files = packed.files.map((file) => file.path);

		const unwanted = files.filter(
			(file) =>
				!/^dist\/(nodes|credentials)\/.+\.(js|node\.json)$/.test(file) &&
				!/^dist\/nodes\/.+\/__schema__\/.+\.json$/.test(file) &&
				!/^dist\/icons\/.+\.svg$/.test(file) &&
				!['README.md', 'LICENSE', 'package.json'].includes(file),
		);
		expect(unwanted).toEqual([]);
		expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
	});

	it('needs nothing at run time but what n8n gives', () => {
		const { dependencies, peerDependencies } = JSON.parse(
			readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
		) as { dependencies?: object; peerDependencies: object };

		expect(dependencies ?? {}).toEqual({});
		expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});
});

describe('n8n', () => {
	it.each([ACTION_NODE, TRIGGER_NODE])(
		'loads the node %s with its icons and its place in the panel',
		(name) => {
			const node = loadedPackage.types.nodes.find((type) => type.name === name);

			expect(node?.codex).toMatchObject({ categories: ['Communication'] });
			expect(node?.iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
			for (const icon of Object.values(node?.iconUrl as Record<string, string>)) {
				const file = icon.replace('icons/n8n-nodes-messaging-gateway/', '');
				expect(existsSync(path.join(ROOT, file))).toBe(true);
			}
		},
	);
});

describe('the texts of the errors', () => {
	it.each(ERROR_CODES)('know the code %s of the gateway', (code) => {
		expect(errorTexts).toHaveProperty(code);
	});

	it.each(Object.entries(errorTexts))(
		'%s says in whole sentences what is wrong and what to do',
		(_code, text) => {
			expect(text.message).toMatch(/^[A-Z].*[^.]$/);
			expect(text.nextStep).toMatch(/^[A-Z].*\.$/);
		},
	);
});
