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
		const answering = session.document.operations.filter(({ path }) => answers(path, first.path));
		const allowed = [...new Set(answering.map(({ method }) => method))];
		for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
			const request = { ...toRequest(first, {}, session.gateway.key), method };
			const answer = await session.sendRaw(request);
			const named = (answer.headers.allow ?? '').split(/,\s*/).filter((one) => one !== 'HEAD');
			const fits = answer.status === 405 && getErrorCode(answer) === 'method_not_allowed';
			const same = named.toSorted().join() === allowed.toSorted().join();
			const breach = findGeneralViolation(answer);
			session.coverage.codes.add(getErrorCode(answer) ?? '');
			report.check('methods', `${method} ${first.path}`, fits && same && breach === null, () => {
				return `${formatExchange({ request, answer })}\nAllow: ${named.join(', ')}; expected ${allowed.join(', ')}. ${breach ?? ''}`;
			});
		}
	}
}

/** Whether an operation's path fits another one: `deliveries/{deliveryId}` also takes `deliveries/recover`. */
function answers(path: string, asked: string): boolean {
	const parts = path.split('/');
	const given = asked.split('/');
	return (
		parts.length === given.length &&
		parts.every((part, index) => part === given[index] || part.startsWith('{'))
	);
}
