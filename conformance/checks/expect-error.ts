import { formatExchange, type Exchange } from '../client/session.ts';
import { getErrorCode, getErrorMessage } from '../client/response-rules.ts';
import type { Report } from '../report/report.ts';
import { STATUS_OF } from '../specification/error-codes.ts';

/** Returns whether an error message names a field: in quotes, alone or as part of a path. */
function namesField(message: string, field: string): boolean {
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
	const { response } = exchange;
	const code = getErrorCode(response);
	const isExpected = code !== null && codes.includes(code) && STATUS_OF[code] === response.status;
	const named =
		field === undefined || code !== 'invalid_parameters' || namesField(getErrorMessage(response), field);
	const wanted = `${codes.join(' or ')}${field === undefined ? '' : `, naming "${field}"`}`;
	report.check(kind, `${exchange.operation.name}: ${what}`, isExpected && named, () => {
		return `${formatExchange(exchange)}\nexpected ${wanted}`;
	});
}

/**
 * Checks that a response does not reject the value of a field: neither with the field's own code nor with
 * invalid_parameters naming it. Other errors are allowed.
 */
export function expectNoErrorFor(
	report: Report,
	kind: string,
	what: string,
	exchange: Exchange,
	field: { name: string; code: string | undefined },
): void {
	const { response } = exchange;
	const code = getErrorCode(response);
	const named = code === 'invalid_parameters' && namesField(getErrorMessage(response), field.name);
	const refused = named || (code !== null && code === field.code);
	report.check(kind, `${exchange.operation.name}: ${what}`, !refused, () => {
		return `${formatExchange(exchange)}\nexpected to be accepted as a value of "${field.name}"`;
	});
}
