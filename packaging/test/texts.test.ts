import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readManifest, ROOT } from '../manifest.ts';
import { placeholdersOf, publisherOf, withPublisher, type Publisher } from '../publisher.ts';
import { textsOf } from '../publisher-texts.ts';
import { currentReadme } from '../readme.ts';

const manifest = readManifest(ROOT);
const publisher = publisherOf(manifest);
const acme: Publisher = {
	author: 'Acme',
	email: 'nodes@acme.dev',
	homepage: 'https://acme.dev/nodes',
	slug: 'acme/nodes',
};

function read(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

describe('the publisher of package.json', () => {
	it('is that of the gateway', () => {
		const { author, homepage, repository } = readManifest(path.join(ROOT, 'gateway'));
		expect({ author, homepage, repository }).toEqual({
			author: manifest.author,
			homepage: manifest.homepage,
			repository: { ...manifest.repository, directory: 'gateway' },
		});
	});

	it.each([
		'LICENSE',
		'SECURITY.md',
		'CONTRIBUTING.md',
		'docs/package/README.md',
		'credentials/MessagingGatewayApi.credentials.ts',
		'nodes/MessagingGateway/MessagingGateway.node.json',
		'nodes/MessagingGatewayTrigger/MessagingGatewayTrigger.node.json',
	])('stands in %s, where `npm run publisher` writes another one', (file) => {
		const text = read(file);
		const written = withPublisher(text, publisher, acme);
		expect(written).not.toBe(text);
		expect(written).not.toMatch(new RegExp(`${publisher.slug}|${publisher.email}|${publisher.author}`));
	});

	it('is the only one that links of the repository name', () => {
		const [, name] = publisher.slug.split('/');
		const links = new RegExp(`(?:github|githubusercontent)\\.com/([\\w.-]+/${name ?? ''})\\b`, 'g');
		const others = textsOf(ROOT)
			.filter((file) => !file.startsWith('packaging/test/'))
			.flatMap((file) => [...read(file).matchAll(links)].map(([, slug]) => `${file}: ${slug ?? ''}`))
			.filter((link) => !link.endsWith(` ${publisher.slug}`));
		expect(others).toEqual([]);
	});
});

describe('placeholdersOf', () => {
	it('finds nothing in the entries of a real publisher', () => {
		expect(placeholdersOf(acme)).toEqual([]);
	});

	it.each([
		['author.email', { email: 'nodes@acme.example' }],
		['author.email', { email: 'nodes@example.com' }],
		['repository.url', { slug: 'messaging-gateway/nodes' }],
		['homepage', { homepage: 'https://github.com/messaging-gateway/nodes#readme' }],
	])('names %s of %j', (field, placeholder) => {
		expect(placeholdersOf({ ...acme, ...placeholder })).toEqual([expect.stringContaining(field)]);
	});
});

describe('the README of the package', () => {
	const readme = read('docs/package/README.md');

	it('lists the operations and events of the nodes; `npm run readme` writes them', async () => {
		expect(readme).toBe(await currentReadme());
	});

	it("has the sections of n8n's template", () => {
		const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
		expect(sections).toEqual([
			'Installation',
			'Operations',
			'Credentials',
			'Compatibility',
			'Usage',
			'Resources',
			'Version history',
		]);
	});

	it('links by absolute addresses, because npm and n8n show it elsewhere, to files that exist', () => {
		const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
		const files = links
			.map((link) => /(?:blob\/main|githubusercontent\.com\/.*?\/main)\/([^#]*)/.exec(link)?.[1])
			.filter((file) => file !== undefined);
		expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([]);
		expect(files.length).toBeGreaterThan(5);
		for (const file of files) expect(read(file)).not.toBe('');
	});

	it('names the Node.js of package.json', () => {
		const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
		expect(readme).toContain(`${engines.node.replace('>=', '')} or later`);
	});

	it('is not that of the repository, which an interrupted packing leaves: `npm run postpack` restores it', () => {
		expect(read('README.md')).not.toBe(readme);
	});
});
