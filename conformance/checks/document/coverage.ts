import { withoutParameterNames, type ApiDocument } from '../../document/document.ts';
import { parametersOf, statusesOf, type Coverage } from '../../report/coverage.ts';
import type { Report } from '../../report/report.ts';
import { SPECIFIED_ENDPOINTS } from '../../specification/endpoints.ts';
import {
	CODES_OF_OPERATIONS,
	GENERAL_CODES,
	NOT_PROVOKED,
	NOT_PROVOKED_BY_OPERATION,
	PARTICIPANT_CODES,
	STATUS_OF,
} from '../../specification/error-codes.ts';

interface Row {
	what: string;
	all: readonly string[];
	missing: readonly string[];
}

/** Reports a failure for everything required that was not reached. Returns the coverage table. */
export function checkCoverage(document: ApiDocument, coverage: Coverage, report: Report): string {
	const exempt = exemptStatuses(document);
	const rows: Row[] = [
		row('operations', operationNames(document), coverage.operations),
		row('parameters', document.operations.flatMap(parametersOf), coverage.parameters),
		row(
			'statuses',
			statusesOf(document).filter((one) => !isServerError(one) && !exempt.has(one)),
			coverage.statuses,
		),
		row(
			'error codes',
			Object.keys(STATUS_OF)
				.concat(PARTICIPANT_CODES)
				.filter((code) => !(code in NOT_PROVOKED)),
			coverage.codes,
		),
		row('codes by operation', specifiedPairs(), coverage.codes),
		row(
			'documented codes',
			documentedPairs(document)
				.filter(({ name, code }) => !isExempt(name, code))
				.map(nameOfPair),
			coverage.codes,
		),
	];
	for (const { what, missing } of rows) {
		for (const one of missing) report.fail(`coverage of ${what}`, one);
	}
	return table(rows);
}

/** Returns the statuses of operations none of whose codes can be provoked. */
function exemptStatuses({ operations }: ApiDocument): ReadonlySet<string> {
	const exempt = operations.flatMap(({ name, responses }) =>
		[...responses]
			.filter(([, { codes }]) => codes.length > 0 && codes.every((code) => isExempt(name, code)))
			.map(([status]) => `${withoutParameterNames(name)} ${status}`),
	);
	return new Set(exempt);
}

function isExempt(operation: string, code: string): boolean {
	return code in NOT_PROVOKED || nameOfPair({ name: operation, code }) in NOT_PROVOKED_BY_OPERATION;
}

function nameOfPair({ name, code }: { name: string; code: string }): string {
	return `${withoutParameterNames(name)} ${code}`;
}

/** Status 500 is excluded: only a defect causes it, see NOT_PROVOKED. */
function isServerError(status: string): boolean {
	return status.endsWith(' 500');
}

function row(what: string, all: readonly string[], reached: ReadonlySet<string>): Row {
	const unique = [...new Set(all)];
	return { what, all: unique, missing: unique.filter((one) => !reached.has(one)) };
}

function operationNames({ operations }: ApiDocument): string[] {
	return [...SPECIFIED_ENDPOINTS, ...operations].map(({ name }) => withoutParameterNames(name));
}

function specifiedPairs(): string[] {
	const own = Object.entries(CODES_OF_OPERATIONS).flatMap(([name, codes]) =>
		codes.map((code) => nameOfPair({ name, code })),
	);
	const general = SPECIFIED_ENDPOINTS.flatMap(({ name, scope }) =>
		GENERAL_CODES.filter((code) => code !== 'insufficient_permissions' || scope !== 'any key').map((code) =>
			nameOfPair({ name, code }),
		),
	);
	return [...own, ...general];
}

function documentedPairs({ operations }: ApiDocument): { name: string; code: string }[] {
	return operations.flatMap(({ name, responses }) =>
		[...responses.values()].flatMap(({ codes }) => codes.map((code) => ({ name, code }))),
	);
}

function table(rows: readonly Row[]): string {
	const lines = rows.map(({ what, all, missing }) => {
		const reached = all.length - missing.length;
		const share = all.length === 0 ? 100 : (reached / all.length) * 100;
		return `${what.padEnd(20)} ${String(reached).padStart(5)} of ${String(all.length).padStart(5)}  ${share.toFixed(1).padStart(5)} %`;
	});
	const exempt = Object.entries({ ...NOT_PROVOKED, ...NOT_PROVOKED_BY_OPERATION }).map(
		([code, reason]) => `  ${code}: ${reason}`,
	);
	return ['Coverage', ...lines, 'Not provoked from outside:', ...exempt].join('\n');
}
