import { slug } from 'github-slugger';
import { fieldTable, parameterTable, variantsOf } from './fields.ts';
import { block, code, paragraphs, plain, table } from './markdown.ts';
import { resolve, type Document, type Operation, type Response, type Schema } from './openapi.ts';
import { curl, sampleBody } from './samples.ts';

/** Returns the part of a resource's page that describes one request. */
export function operationSection(
	document: Document,
	{ method, path, operation }: { method: string; path: string; operation: Operation },
): string {
	const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
	return paragraphs(
		`## ${titleOf(operation)}`,
		block('http', `${method} ${path}`),
		detailOf(operation),
		plain(operation.description ?? ''),
		terms(operation),
		parameterTable(document, parameters),
		bodySection(document, operation),
		block('sh', curl(document, method, path, operation)),
		answerSection(document, operation),
		errorSection(document, operation),
	).trimEnd();
}

/** Returns the heading of a request: its summary up to the first semicolon. */
export function titleOf({ summary }: Operation): string {
	return summary.split(/; ?/)[0] ?? summary;
}

/** Returns the anchor of a request on its page. */
export function anchorOf(operation: Operation): string {
	return `#${slug(titleOf(operation))}`;
}

/** Returns the rest of the summary as a sentence. */
function detailOf({ summary }: Operation): string {
	const detail = summary.split(/; ?/).slice(1).join('; ');
	return detail === '' ? '' : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}

function terms(operation: Operation): string {
	const scope = operation['x-scope'];
	const classes = operation['x-rate-classes'] ?? [];
	return [
		scope === undefined ? '' : `Scope: ${code(scope)}.`,
		classes.length === 0 ? '' : `Rate classes: ${classes.map((name) => code(name)).join(', ')}.`,
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function bodySection(document: Document, { requestBody }: Operation): string {
	const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
	if (schema === undefined) return '';
	const variants = variantsOf(document, schema);
	return paragraphs(
		...variants.flatMap(({ title, schema: variant }) => [
			title === undefined ? '**Body**' : `**Body: ${wordsOf(title)}**`,
			fieldTable(document, variant),
		]),
	).trimEnd();
}

/** Returns the name of a schema in words: "Send text" for SendText. */
function wordsOf(name: string): string {
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function answerSection(document: Document, { responses }: Operation): string {
	const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
	if (success === undefined) return '';
	const [status, reference] = success;
	const response = resolve<Response>(document, reference);
	const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
	const schema = content?.schema;
	if (schema === undefined) return `**Answer ${status}**`;
	if (type !== 'application/json') return `**Answer ${status}**: a body of the type \`${type ?? ''}\`.`;
	return paragraphs(
		`**Answer ${status}**`,
		block('json', JSON.stringify(sampleBody(document, schema, 'response'), null, 2)),
		details('Fields of the answer', fieldTable(document, schema)),
	).trimEnd();
}

/** Returns a part of a page that is closed at first. Search finds what is in it. */
function details(title: string, text: string): string {
	return text === '' ? '' : `::: details ${title}\n${text}\n:::`;
}

function errorSection(document: Document, { responses }: Operation): string {
	const rows = Object.entries(responses)
		.filter(([status]) => /^[45]/.test(status))
		.map(([status, reference]) => [status, codesOf(document, resolve<Response>(document, reference))]);
	return details('Errors', table(['Status', 'Codes'], rows));
}

/** Returns the error codes of a response, each with a link to its explanation. */
function codesOf(document: Document, response: Response): string {
	const schema = response.content?.['application/json']?.schema;
	const codes = schema === undefined ? [] : findCodes(document, schema);
	return codes.map((name) => `[${code(name)}](/api/errors.md#${name})`).join(', ');
}

function findCodes(document: Document, schema: Schema): string[] {
	const resolved = resolve(document, schema);
	const parts = [resolved, ...(resolved.allOf ?? [])];
	return parts.flatMap((part) => {
		const { error, code: field } = part.properties ?? {};
		if (error !== undefined) return findCodes(document, error);
		return (field?.enum ?? []).map(String);
	});
}
