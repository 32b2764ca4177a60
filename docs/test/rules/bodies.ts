import { validationErrors } from '../../../conformance/document/validation.ts';
import { at, isRecord, type Schema } from '../../../conformance/document/schema.ts';
import type { ApiDocument } from '../../../conformance/document/document.ts';
import { parseScenario } from '../../../scenarios/src/format/parse-scenario.ts';
import { bodyOf, isNotRun } from '../markdown/marker.ts';
import type { Block, Page } from '../markdown/page.ts';
import { withIds } from '../markdown/placeholders.ts';
import { Problems } from '../markdown/problems.ts';
import { matchOperation } from './operations.ts';

/** What a comment above a JSON block says when it is no body of the API: `<!-- file: a workflow of n8n -->`. */
const OTHER = /^(?:file|realtime|metadata): \S/;

/** Returns what is wrong with the JSON of a page: it must be a body that the interface description allows. */
export function checkBodies(page: Page, document: ApiDocument): string[] {
	const problems = new Problems(page.file);
	for (const block of page.blocks) {
		if (block.language !== 'json') continue;
		const problem = problemOf(block, document);
		if (problem !== null) problems.add(block.line, problem);
	}
	return problems.found;
}

function problemOf(block: Block, document: ApiDocument): string | null {
	const value = withIds(JSON.parse(block.text));
	const { comment } = block;
	if (isNotRun(block) || (comment !== null && OTHER.test(comment))) return null;
	if (at(value, 'scenario') === 1) return scenarioProblem(block.text);
	if (isRecord(value) && isRecord(value.error)) return errorProblem(value.error, document);
	const body = bodyOf(block);
	if (body === null) {
		return 'says not what it is: write <!-- request: POST /v1/… -->, <!-- response: … -->, or <!-- file: … --> above it';
	}
	const operation = matchOperation(document, body.method, body.path);
	if (operation === null || operation === 'undescribed') {
		return `belongs to ${body.method} ${body.path}, which no interface description has`;
	}
	const name = `a ${body.role} of ${operation.name}`;
	if (body.role === 'request') {
		return operation.body === null ? `${name} has no body` : errors(name, operation.body.schema, value);
	}
	const success = [...operation.responses].find(([status]) => status < 300)?.[1].schema ?? null;
	return success === null ? `${name} has no body` : errors(name, success, value);
}

function errors(name: string, schema: Schema, value: unknown): string | null {
	const found = validationErrors(schema, value);
	return found === null ? null : `is not ${name}: ${found}`;
}

/** What is wrong with an error body. Its texts depend on the case, its code does not. */
function errorProblem(error: Readonly<Record<string, unknown>>, document: ApiDocument): string | null {
	const codes = at(document.raw, 'components.schemas.ErrorCode.enum');
	if (!Array.isArray(codes) || !codes.includes(error.code))
		return `has an unknown code: ${String(error.code)}`;
	const missing = ['message', 'requestId', 'hint'].filter((name) => typeof error[name] !== 'string');
	return missing.length === 0 ? null : `is an error without ${missing.join(', ')}`;
}

function scenarioProblem(text: string): string | null {
	try {
		parseScenario(text);
		return null;
	} catch (error) {
		return `is no scenario: ${String(error)}`;
	}
}
