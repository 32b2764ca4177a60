import { formatExchange, type Exchange } from '../client/session.ts';
import { getErrorCode, getErrorMessage } from '../client/response-rules.ts';
import type { Report } from '../report/report.ts';
import { STATUS_OF } from '../specification/error-codes.ts';

/** Returns whether an error message names a field: in quotes, alone or as part of a path. */
export function namesField(message: string, field: string): boolean {
	const escaped = field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`"[^"]*(?<![A-Za-z_])${escaped}(?![A-Za-z_])[^"]*"`).test(message);
}

/** Checks that a response is an error with one of the codes and its status, which names the field if one is given. */
export function expectError(
	report: Report,
	kind: string,
	what: string,
	exchange: Exchange,
	codes: readonly string[],
	field?: string,
): void {
	const { answer } = exchange;
	const code = getErrorCode(answer);
	const fits = code !== null && codes.includes(code) && STATUS_OF[code] === answer.status;
	const named =
		field === undefined || code !== 'invalid_parameters' || namesField(getErrorMessage(answer), field);
	const wanted = `${codes.join(' or ')}${field === undefined ? '' : `, naming "${field}"`}`;
	report.check(kind, `${exchange.operation.name}: ${what}`, fits && named, () => {
		return `${formatExchange(exchange)}\nexpected ${wanted}`;
	});
}

/**
 * The answer must not be that a field's value is out of its limits: neither the field's own code nor
 * invalid_parameters with its name. Whatever else is the matter with the request, the value was taken.
 */
export function expectNoErrorFor(
	report: Report,
	kind: string,
	what: string,
	exchange: Exchange,
	field: { name: string; code: string | undefined },
): void {
	const { answer } = exchange;
	const code = getErrorCode(answer);
	const named = code === 'invalid_parameters' && namesField(getErrorMessage(answer), field.name);
	const refused = named || (code !== null && code === field.code);
	report.check(kind, `${exchange.operation.name}: ${what}`, !refused, () => {
		return `${formatExchange(exchange)}\nexpected to be accepted as a value of "${field.name}"`;
	});
}
