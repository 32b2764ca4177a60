import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT, type Page } from '../markdown/page.ts';
import { Problems } from '../markdown/problems.ts';

/** The programs whose texts a document quotes. */
const SOURCES = [
	'gateway/src',
	'gateway/dashboard/src',
	'nodes',
	'credentials',
	'playground/src',
	'scenarios/src',
];

/** The comment above a block or a table that quotes errors: what follows `…` and stands before it must be in a source. */
const QUOTES = 'errors';

let sources: Map<string, string> | undefined;

/**
 * Returns the quoted errors of a page that no program writes. A page quotes errors in blocks of text with
 * `<!-- errors -->` above them, a line each; `…` stands for what differs from case to case.
 */
export function checkErrorTexts(page: Page): string[] {
	const problems = new Problems(page.file);
	for (const { language, comment, text, line } of page.blocks) {
		if (language !== 'text' || comment !== QUOTES) continue;
		for (const [index, quoted] of text.split('\n').entries()) {
			if (quoted !== '' && !isWritten(quoted)) {
				problems.add(line + 1 + index, `quotes an error that no program writes: ${quoted}`);
			}
		}
	}
	return problems.found;
}

/** Whether all parts of a quoted error are in the texts of one source file. */
function isWritten(quoted: string): boolean {
	const parts = quoted.split('…').map((part) => part.trim());
	sources ??= new Map(SOURCES.flatMap(filesIn).map((file) => [file, textsOf(file)]));
	for (const texts of sources.values()) {
		if (parts.every((part) => texts.includes(part))) return true;
	}
	return false;
}

function filesIn(folder: string): string[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !/(^|[\\/])(dist|node_modules|test)[\\/]/.test(name))
		.map((name) => path.join(ROOT, folder, name));
}

/** The texts of a source file, a line each. What a template inserts is left out, and joined literals are one text. */
function textsOf(file: string): string {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text !== null) texts.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts.join('\n');
}

/** The text of a literal, of a template, and of literals that are added; null: no text. */
function textOf(node: ts.Node): string | null {
	if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('\n');
	}
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		return `${textOf(node.left) ?? '\n'}${textOf(node.right) ?? '\n'}`;
	}
	return null;
}
