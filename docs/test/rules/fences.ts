import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import type { Block, Page } from '../markdown/page.ts';
import { Problems } from '../markdown/problems.ts';

/** The languages of blocks: those that a test parses or runs, and those of files that are tested elsewhere. */
const LANGUAGES = new Set(
	'sh json yaml js ts text mermaid nginx caddy caddyfile ini dockerfile sql csv promql http diff'.split(' '),
);

/** Returns which blocks of a page have no language, or do not parse. */
export function checkFences(page: Page): string[] {
	const problems = new Problems(page.file);
	for (const block of page.blocks) {
		const { language, line } = block;
		if (!LANGUAGES.has(language)) {
			problems.add(line, `names no known language behind its fence: "${language}"`);
			continue;
		}
		const problem = PARSERS[language]?.(block) ?? null;
		if (problem !== null) problems.add(line + 1, problem);
	}
	return problems.found;
}

const PARSERS: Readonly<Record<string, (block: Block) => string | null>> = {
	json: jsonProblem,
	yaml: ({ text }) =>
		parseAllDocuments(text)
			.flatMap(({ errors }) => errors)[0]
			?.message.split('\n')[0] ?? null,
	js: scriptProblem,
	ts: scriptProblem,
};

function jsonProblem({ text }: Block): string | null {
	try {
		JSON.parse(text);
		return null;
	} catch (error) {
		return String(error);
	}
}

function scriptProblem({ text, language }: Block): string | null {
	const { diagnostics = [] } = ts.transpileModule(text, {
		fileName: `block.${language}`,
		reportDiagnostics: true,
		compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
	});
	const [first] = diagnostics;
	return first === undefined ? null : ts.flattenDiagnosticMessageText(first.messageText, ' ');
}
