import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { ERROR_CODES } from '../../gateway/src/domain/error.ts';
import { errorTexts } from '../../nodes/MessagingGateway/transport/errorTexts.ts';
import { ACTION_NODE, CREDENTIAL_TYPE, loadedPackage, TRIGGER_NODE } from './support/loadedPackage.ts';
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

describe('the documentation', () => {
	const pages = 'https://github.com/messaging-gateway/n8n-nodes-messaging-gateway/blob/main/';

	it.each([ACTION_NODE, TRIGGER_NODE])('that %s leads to is a page of this repository', (name) => {
		const { primaryDocumentation, credentialDocumentation } =
			loadedPackage.types.nodes.find((type) => type.name === name)?.codex?.resources ?? {};
		const { documentationUrl } = loadedPackage.getCredential(CREDENTIAL_TYPE).type;
		const urls = [primaryDocumentation?.[0]?.url, credentialDocumentation?.[0]?.url, documentationUrl];

		for (const url of urls) {
			expect(url).toContain(pages);
			expect(existsSync(path.join(ROOT, url?.replace(pages, '') ?? ''))).toBe(true);
		}
		expect(urls[1]).toBe(documentationUrl);
	});

	it('has a page with a picture for each resource, and on it a heading for each operation', () => {
		const { properties } = loadedPackage.getNode(ACTION_NODE).type.description as INodeTypeDescription;
		const operations = properties.filter(({ name }) => name === 'operation');

		for (const { displayOptions, options } of operations) {
			const resource = displayOptions?.show?.resource?.[0] as string;
			const page = readFileSync(path.join(ROOT, 'docs', 'nodes', `${resource}.md`), 'utf8');
			expect(page).toContain(`../images/nodes/${resource}.png`);
			for (const { name } of options as INodePropertyOptions[]) {
				expect(page.split('\n')).toContain(`## ${name}`);
			}
		}
	});

	it('links only to files that are there', () => {
		const folder = path.join(ROOT, 'docs', 'nodes');
		for (const file of readdirSync(folder)) {
			const page = readFileSync(path.join(folder, file), 'utf8');
			const links = [...page.matchAll(/(?:\]\(|src=")(?!https?:)([^)#"]+)/g)].map(([, link]) => link ?? '');
			const broken = links.filter((link) => !existsSync(path.join(folder, link)));
			expect({ file, broken }).toEqual({ file, broken: [] });
		}
	});
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
