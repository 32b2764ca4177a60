import { beforeAll, describe, expect, it } from '@jest/globals';
import { readDocument, type ApiDocument } from '../../conformance/document/document.ts';
import { PAGES } from './markdown/pages.ts';
import { readPage, type Page } from './markdown/page.ts';
import { checkBodies } from './rules/bodies.ts';
import { checkErrorTexts } from './rules/error-texts.ts';
import { checkFences } from './rules/fences.ts';
import { checkLinks } from './rules/links.ts';
import { checkCodes, checkVariables } from './rules/names.ts';

let document: ApiDocument;
beforeAll(async () => {
	document = await readDocument();
});

it('finds the documents', () => {
	expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/interface.md', 'examples/README.md']));
});

describe.each(PAGES)('%s', (file) => {
	let page: Page;
	beforeAll(async () => {
		page = await readPage(file);
	});

	it('has blocks of known languages that parse', () => {
		expect(checkFences(page)).toEqual([]);
	});

	it('shows JSON that the interface description allows', () => {
		expect(checkBodies(page, document)).toEqual([]);
	});

	it('links to files, headings and pictures that exist', async () => {
		expect(await checkLinks(page)).toEqual([]);
	});

	it('names environment variables that exist', () => {
		expect(checkVariables(page)).toEqual([]);
	});

	it('names scripts, requests and files that exist', () => {
		expect(checkCodes(page, document)).toEqual([]);
	});

	it('quotes errors as the programs write them', () => {
		expect(checkErrorTexts(page)).toEqual([]);
	});
});
