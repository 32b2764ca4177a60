import type { Operation } from '../../document/document.ts';
import { toRequest, formatExchange } from '../../client/session.ts';
import { getErrorCode, findGeneralViolation } from '../../client/response-rules.ts';
import type { Context } from '../context.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Checks that a method without an operation gets a 405 with the allowed methods. */
export async function checkMethods({ session, report }: Context): Promise<void> {
	const byPath = new Map<string, Operation[]>();
	for (const operation of session.document.operations) {
		byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
	}
	for (const operations of byPath.values()) {
		const [first] = operations;
		if (first === undefined) continue;
		const matching = session.document.operations.filter(({ path }) => matches(path, first.path));
		const allowed = [...new Set(matching.map(({ method }) => method))];
		for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
			const request = { ...toRequest(first, {}, session.gateway.key), method };
			const response = await session.sendRaw(request);
			const named = (response.headers.allow ?? '').split(/,\s*/).filter((one) => one !== 'HEAD');
			const fits = response.status === 405 && getErrorCode(response) === 'method_not_allowed';
			const same = named.toSorted().join() === allowed.toSorted().join();
			const violation = findGeneralViolation(response);
			session.coverage.codes.add(getErrorCode(response) ?? '');
			report.check('methods', `${method} ${first.path}`, fits && same && violation === null, () => {
				return `${formatExchange({ request, response })}\nAllow: ${named.join(', ')}; expected ${allowed.join(', ')}. ${violation ?? ''}`;
			});
		}
	}
}

/** Returns whether a path pattern matches another path: `deliveries/{deliveryId}` also matches `deliveries/recover`. */
function matches(pattern: string, path: string): boolean {
	const parts = pattern.split('/');
	const segments = path.split('/');
	return (
		parts.length === segments.length &&
		parts.every((part, index) => part === segments[index] || part.startsWith('{'))
	);
}
