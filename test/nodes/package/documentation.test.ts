import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { ACTION_NODE, CREDENTIAL_TYPE, loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';

/** Every page of the repository. */
const PAGES = globSync(['*.md', 'docs/**/*.md', '*/README.md'], { cwd: ROOT });

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('the documentation', () => {
	const { repository } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const pages = repository.url.replace(/^git\+(.*)\.git$/, '$1/blob/main/');

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
		// A page has one section about the operations that only version 1 offers.
		const operations = properties.filter(
			({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@version']?.includes(1),
		);

		for (const { displayOptions, options } of operations) {
			const resource = displayOptions?.show?.resource?.[0] as string;
			const page = readFileSync(path.join(ROOT, 'docs', 'nodes', `${resource}.md`), 'utf8');
			expect(page).toContain(`../images/nodes/${resource}.png`);
			for (const { name } of options as INodePropertyOptions[]) {
				expect(page.split('\n')).toContain(`## ${name}`);
			}
		}
	});

	it('has a line for each event of the trigger, in the order of the form', () => {
		const { properties } = loadedPackage.getNode(TRIGGER_NODE).type.description as INodeTypeDescription;
		const options = properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[];
		const page = readFileSync(path.join(ROOT, 'docs', 'nodes', 'trigger.md'), 'utf8');
		const [, table = ''] = /^## Events$(.*?)^## /ms.exec(page) ?? [];

		const lines = [...table.matchAll(/^\| (\w[^|]*?) +\|/gm)].map(([, name]) => name);
		expect(lines).toEqual(['event', ...options.map(({ name }) => name)]);
	});

	it.each(PAGES)('links only to existing files and headings: %s', (file) => {
		const page = path.join(ROOT, file);
		const links = [...readFileSync(page, 'utf8').matchAll(/(?:\]\(|src=")(?!https?:|mailto:)([^)"]+)/g)];
		const broken = links.map(([, link]) => link ?? '').filter((link) => !leadsSomewhere(page, link));
		expect(broken).toEqual([]);
	});

	it('counts the points of OWASP ASVS as it lists them', () => {
		const list = readFileSync(path.join(ROOT, 'docs', 'security-asvs.md'), 'utf8');
		const verdicts = [...list.matchAll(/^\| V\d+\.\d+\.\d+ .*?\| [12] +\| (\S[^|]*?) +\|/gm)].map(
			([, verdict]) => verdict,
		);
		const counts = ['met', 'partly', '**not met**', 'operator', 'n/a'].map(
			(kind) => verdicts.filter((verdict) => verdict === kind).length,
		);
		for (const name of ['security.md', 'security-asvs.md']) {
			const page = readFileSync(path.join(ROOT, 'docs', name), 'utf8');
			const total = /^\| all (\d+) +\|(.*)\|$/m.exec(page);
			const summed = (total?.[2] ?? '').split('|').map(Number);
			expect({ name, all: Number(total?.[1]), summed }).toEqual({
				name,
				all: verdicts.length,
				summed: counts,
			});
		}
	});
});

/** Whether the file of a relative link exists, and has the heading that it may name. */
function leadsSomewhere(page: string, link: string): boolean {
	const [target = '', anchor] = link.split('#');
	const file = target === '' ? page : path.join(path.dirname(page), decodeURI(target));
	if (!existsSync(file)) return false;
	if (anchor === undefined || !file.endsWith('.md')) return true;
	const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
		slugOf(text ?? ''),
	);
	return headings.includes(anchor);
}

/** The anchor of a heading on GitHub. */
function slugOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}
