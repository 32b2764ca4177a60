import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { matchOperation, type ApiDocument } from './operations.ts';
import { ROOT, type Located, type Page } from '../markdown/page.ts';
import { Problems } from '../markdown/problems.ts';

/** The sources that name environment variables; a document may name no other. */
const SOURCES = [
	'gateway/src',
	'playground/src',
	'scenarios/src',
	'test',
	'packaging',
	'deploy',
	'gateway/dashboard',
];
const VARIABLE = /\bGATEWAY_[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g;
/** A variable of which a document says that it does not exist. */
const MISSPELT = /<!-- misspelt: (GATEWAY_\w+) -->/g;

const variables = new Set(SOURCES.flatMap((folder) => filesIn(path.join(ROOT, folder))).flatMap(variablesIn));

/** Returns the environment variables that a page names and no program reads. */
export function checkVariables(page: Page): string[] {
	const problems = new Problems(page.file);
	const misspelt = new Set([...page.source.matchAll(MISSPELT)].map(([, name]) => name));
	for (const [index, text] of page.source.split('\n').entries()) {
		for (const [name] of text.matchAll(VARIABLE)) {
			if (misspelt.has(name) || variables.has(name) || variables.has(name.replace(/_FILE$/, ''))) continue;
			problems.add(index + 1, `names ${name}, which no program reads`);
		}
	}
	return problems.found;
}

/** Pages that name the requests of other gateways beside ours. */
const OTHER_GATEWAYS = 'docs/moving-from-';
const OUR_REQUESTS = /^\/(?:v1|simulator)\//;

/** Returns the scripts, requests and files in backticks that do not exist. */
export function checkCodes(page: Page, document: ApiDocument): string[] {
	const problems = new Problems(page.file);
	const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	for (const { text, line } of page.codes) {
		const script = /^npm (?:run )?([\w:-]+)/.exec(text)?.[1];
		if (script !== undefined && text.startsWith('npm run ') && !(script in scripts)) {
			problems.add(line, `names "npm run ${script}", which package.json does not have`);
		}
		const [, method, url = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s`]*)/.exec(text) ?? [];
		const isOurs = OUR_REQUESTS.test(url) || !page.file.startsWith(OTHER_GATEWAYS);
		if (
			method !== undefined &&
			isOurs &&
			!url.includes('…') &&
			matchOperation(document, method, url) === null
		) {
			problems.add(line, `names the request "${method} ${url}", which no interface description has`);
		}
		const file = namedFile({ text, line });
		if (file !== null && !existsSync(path.join(ROOT, file))) {
			problems.add(line, `names the file ${file}, which does not exist`);
		}
	}
	return problems.found;
}

/** The file of the repository that a code names; null: it names none. */
function namedFile({ text }: Located): string | null {
	const parts =
		/^((?:deploy|docs|examples|gateway|nodes|credentials|playground|packaging|scenarios|site)\/[\w./-]+)$/.exec(
			text,
		);
	const file = parts?.[1] ?? null;
	// Builds are made later, and image names have a slash, too.
	return file === null || /(^|\/)dist(\/|$)/.test(file) || !/[./]/.test(file.slice(file.indexOf('/') + 1))
		? null
		: file;
}

function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !/node_modules|[\\/]dist/.test(entry.parentPath))
		.map((entry) => path.join(entry.parentPath, entry.name));
}

function variablesIn(file: string): string[] {
	if (!/\.(?:ts|tsx|mjs|js)$|Containerfile$|\.sh$/.test(file)) return [];
	return [...readFileSync(file, 'utf8').matchAll(VARIABLE)].map(([name]) => name);
}
