import { withoutParameterNames, type ApiDocument, type Operation } from '../../document/document.ts';
import { branchesOf, isRecord, type Schema } from '../../document/schema.ts';
import { bodyFields } from '../../document/fields.ts';
import type { Report } from '../../report/report.ts';
import { ADDITIONS } from '../../specification/additions.ts';
import { SPECIFIED_ENDPOINTS, type SpecifiedEndpoint } from '../../specification/endpoints.ts';
import {
	CODES_OF_OPERATIONS,
	GENERAL_CODES,
	PUBLIC_CODES,
	STATUS_OF,
} from '../../specification/error-codes.ts';

const KIND = 'the document and the specification';

/** Compares the document with the specification's tables, for missing entries and for unmarked additions. */
export function checkDocumentTables(document: ApiDocument, report: Report): void {
	for (const endpoint of SPECIFIED_ENDPOINTS) {
		const operation = document.operations.find(
			({ name }) => withoutParameterNames(name) === withoutParameterNames(endpoint.name),
		);
		report.check(KIND, `${endpoint.name} is missing`, operation !== undefined);
		if (operation !== undefined) checkSpecified(operation, endpoint, report);
	}
	for (const [name, scope] of Object.entries(ADDITIONS)) {
		const operation = document.operations.find(
			(candidate) => withoutParameterNames(candidate.name) === withoutParameterNames(name),
		);
		report.check(KIND, `${name} (an addition) is missing`, operation !== undefined);
		if (operation !== undefined) checkScope(operation, scope, report);
	}
	const additions = Object.keys(ADDITIONS).map(withoutParameterNames);
	for (const operation of document.operations) {
		const known = SPECIFIED_ENDPOINTS.some(
			({ name }) => withoutParameterNames(name) === withoutParameterNames(operation.name),
		);
		report.check(
			KIND,
			`${operation.name} is in neither table`,
			known || additions.includes(withoutParameterNames(operation.name)),
		);
		report.check(KIND, `${operation.name}: x-extension`, operation.extension === !known);
		checkCodes(operation, report);
	}
}

function checkSpecified(operation: Operation, endpoint: SpecifiedEndpoint, report: Report): void {
	checkScope(operation, endpoint.scope, report);
	const { name } = operation;
	const success = operation.responses.get(endpoint.success);
	report.check(KIND, `${name} does not document ${endpoint.success}`, success !== undefined);
	const present = new Map(responseFields(success?.schema ?? {}, ''));
	const specified = endpoint.response.split(' ');
	for (const field of specified)
		report.check(KIND, `${name}: no ${field} in the response`, present.has(field));
	for (const [field, marked] of present) {
		const known = specified.some(
			(one) => one === field || one.startsWith(`${field}.`) || one.startsWith(`${field}[`),
		);
		report.check(
			KIND,
			`${name}: ${field} in the response is an addition without x-extension`,
			known || marked,
		);
	}
	checkRequest(operation, endpoint, report);
}

function checkScope(operation: Operation, scope: string, report: Report): void {
	report.check(
		KIND,
		`${operation.name} needs "${operation.scope}", not "${scope}"`,
		operation.scope === scope,
	);
}

function checkRequest(operation: Operation, { request = {} }: SpecifiedEndpoint, report: Report): void {
	const { name } = operation;
	const fields = bodyFields(operation).filter(({ label }) => !label.endsWith('[]'));
	const query = operation.parameters.filter((parameter) => parameter.in === 'query');
	const present = [
		...fields.map(({ label, required, schema }) => ({ label, required, schema })),
		...query.map(({ name: label, required, schema }) => ({ label, required, schema })),
	];
	const specified = `${request.body ?? ''} ${request.query ?? ''}`.split(' ').filter((word) => word !== '');
	for (const word of specified) {
		const label = word.replace('!', '');
		const same = present.filter((field) => field.label === label);
		report.check(KIND, `${name}: no ${label} in the request`, same.length > 0);
		const required = same.some((field) => field.required);
		if (same.length > 0) {
			report.check(
				KIND,
				`${name}: ${label} is ${required ? '' : 'not '}required`,
				required === word.endsWith('!'),
			);
		}
	}
	const additions = present.filter(({ schema }) => schema['x-extension'] === true);
	for (const { label } of present) {
		const known = specified.some(
			(word) => label === word.replace('!', '') || label.startsWith(`${word.replace('!', '')}[`),
		);
		report.check(
			KIND,
			`${name}: ${label} in the request is an addition without x-extension`,
			known || label.includes('parameters[]') || additions.some((one) => isWithin(label, one.label)),
		);
	}
}

/** Whether a field is another one, or is inside it. */
function isWithin(label: string, outer: string): boolean {
	return label === outer || label.startsWith(`${outer}.`) || label.startsWith(`${outer}[`);
}

function checkCodes(operation: Operation, report: Report): void {
	const { name, responses } = operation;
	const documented = [...responses.values()].flatMap(({ codes }) => codes);
	const general = operation.scope === 'public' ? PUBLIC_CODES : GENERAL_CODES;
	const wanted = [...general, ...(CODES_OF_OPERATIONS[name] ?? [])].filter(
		(code) => code !== 'insufficient_permissions' || operation.scope !== 'any key',
	);
	for (const code of wanted)
		report.check(KIND, `${name} does not document ${code}`, documented.includes(code));
	for (const [status, { codes }] of responses) {
		for (const code of codes) {
			report.check(KIND, `${name}: ${code} is documented under ${status}`, STATUS_OF[code] === status);
		}
	}
}

/** Returns the fields of a response in the notation of the specification, with whether each is marked as an addition. */
function responseFields(schema: Schema, path: string, inherited = false): [string, boolean][] {
	return branchesOf(schema).flatMap((branch) => {
		const { properties, items } = branch;
		if (items !== undefined) return responseFields(items, `${path}[]`, inherited);
		if (!isRecord(properties)) return [];
		return Object.entries(properties).flatMap(([name, inside]): [string, boolean][] => {
			const field = path === '' ? name : `${path}.${name}`;
			const marked = inherited || inside['x-extension'] === true;
			return [[field, marked], ...responseFields(inside, field, marked)];
		});
	});
}
