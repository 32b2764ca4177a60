import { guardedOperations, isForPeople, type Operation } from '../../document/document.ts';
import { formatExchange, type Call } from '../../client/session.ts';
import { createKey, createRevokedKey } from '../../server/keys.ts';
import { FURTHER_SCOPES } from '../../specification/additions.ts';
import { SCOPES } from '../../specification/events.ts';
import { createSample } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'keys';

/** Checks that every operation rejects a missing, wrong, expired or insufficient key, and a key from another address. */
export async function checkKeys(context: Context): Promise<void> {
	const { session, report } = context;
	const { gateway, owner } = session;
	await owner.headers();
	const refused: [string, Call, string][] = [
		['no key', { key: null }, 'missing_api_key'],
		['an empty header', { key: null, headers: { authorization: '' } }, 'missing_api_key'],
		['another scheme', { key: null, headers: { authorization: `Basic ${gateway.key}` } }, 'missing_api_key'],
		['an unknown key', { key: 'mgw_000000000000000000000000000000000000' }, 'invalid_api_key'],
		['half the key', { key: gateway.key.slice(0, 16) }, 'invalid_api_key'],
		['a revoked key', { key: await createRevokedKey(gateway) }, 'invalid_api_key'],
		['an expired key', { key: await createKey(gateway, { expired: true }) }, 'expired_api_key'],
		[
			'a key for another address',
			{ key: await createKey(gateway, { allowIp: '203.0.113.0/24' }) },
			'ip_not_allowed',
		],
	];
	for (const operation of guardedOperations(session.document)) {
		for (const [what, call, code] of refused) {
			// Operations that accept no key require a session.
			const expected = isForPeople(operation) && what === 'no key' ? 'not_signed_in' : code;
			expectError(report, KIND, what, await session.send(operation, call), [expected]);
		}
	}
	await checkScopes(context);
}

/** Checks that each operation requires exactly its documented scopes. */
async function checkScopes(context: Context): Promise<void> {
	const { session, fixtures, known, report } = context;
	const only = new Map<string, string>();
	const without = new Map<string, string>();
	for (const scope of SCOPES) {
		only.set(scope, await createKey(session.gateway, { scopes: [scope] }));
		const others = SCOPES.filter((other) => other !== scope);
		without.set(scope, await createKey(session.gateway, { scopes: others }));
	}
	for (const operation of session.document.operations) {
		const weak = isForPeople(operation) ? session.gateway.key : without.get(operation.scope);
		if (weak !== undefined) {
			const exchange = await session.send(operation, { key: weak });
			expectError(report, KIND, 'a key without its scope', exchange, ['insufficient_permissions']);
		}
		const further = FURTHER_SCOPES[operation.name];
		if (further !== undefined) {
			const call = await createSample(operation, fixtures, known);
			const exchange = await session.send(operation, { ...call, key: only.get(operation.scope) ?? null });
			expectError(report, KIND, `a key without ${further}`, exchange, ['insufficient_permissions']);
			only.set(operation.name, await createKey(session.gateway, { scopes: [operation.scope, further] }));
		}
		for (const key of keysFor(operation, only)) {
			const call = await createSample(operation, fixtures, known);
			const exchange = await session.send(operation, { ...call, key });
			report.check(
				KIND,
				`${operation.name}: a key with only its scopes`,
				exchange.response.status < 300,
				() => {
					return formatExchange(exchange);
				},
			);
		}
	}
}

function keysFor({ name, scope }: Operation, only: ReadonlyMap<string, string>): string[] {
	if (scope === 'any key') return [...only.values()].slice(0, 1);
	const own = only.get(name) ?? only.get(scope);
	return own === undefined ? [] : [own];
}
