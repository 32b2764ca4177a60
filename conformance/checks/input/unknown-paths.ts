import { formatExchange } from '../../client/session.ts';
import { getErrorCode, findGeneralViolation } from '../../client/response-rules.ts';
import type { Context } from '../context.ts';

/** Unknown and malformed paths with their allowed error codes. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
	'/v1': ['not_found'],
	'/v2/health': ['not_found'],
	'/v1/nothing': ['not_found'],
	'/v1/instances/a/b/c': ['not_found'],
	'/v1//health': ['not_found'],
	'/%00': ['not_found'],
	'/v1/%2e%2e/health': ['not_found'],
	'/v1/instances/%zz': ['invalid_parameters', 'not_found', 'instance_not_found'],
	'/v1/instances/%ff': ['invalid_parameters', 'not_found', 'instance_not_found'],
	'/v1/%E0%A4%A': ['invalid_parameters', 'not_found'],
	[`/v1/instances/${'a'.repeat(101)}`]: ['invalid_parameters', 'not_found', 'instance_not_found'],
	[`/v1/instances/${'a'.repeat(8000)}`]: ['invalid_parameters', 'not_found', 'instance_not_found'],
	[`/v1/instances?status=${'a'.repeat(8000)}`]: ['invalid_parameters'],
};

/** Checks that responses to unknown paths have an error body, a request ID and the rate limit headers. */
export async function checkUnknownPaths({ session, report }: Context): Promise<void> {
	for (const [target, codes] of Object.entries(TARGETS)) {
		const headers = { authorization: `Bearer ${session.gateway.key}` };
		const request = { method: 'GET', target, headers, body: null };
		const response = await session.sendRaw(request);
		const violation = findGeneralViolation(response);
		const code = getErrorCode(response) ?? '';
		session.coverage.codes.add(code);
		report.check(
			'unknown paths',
			`GET ${target.slice(0, 60)}`,
			codes.includes(code) && violation === null,
			() => {
				return `${formatExchange({ request, response })}\nexpected ${codes.join(' or ')}. ${violation ?? ''}`;
			},
		);
	}
}
