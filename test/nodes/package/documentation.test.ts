import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { ACTION_NODE, CREDENTIAL_TYPE, loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('the documentation', () => {
	const pages = 'https://github.com/messaging-gateway/n8n-nodes-messaging-gateway/blob/main/';

	it.each([ACTION_NODE, TRIGGER_NODE])('of %s is linked to a page of this repository', (name) => {
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

	it('has a page with a picture per resource, and a heading per operation', () => {
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

	it('links only to existing files', () => {
		const folder = path.join(ROOT, 'docs', 'nodes');
		for (const file of readdirSync(folder)) {
			const page = readFileSync(path.join(folder, file), 'utf8');
			const links = [...page.matchAll(/(?:\]\(|src=")(?!https?:)([^)#"]+)/g)].map(([, link]) => link ?? '');
			const broken = links.filter((link) => !existsSync(path.join(folder, link)));
			expect({ file, broken }).toEqual({ file, broken: [] });
		}
	});
});
