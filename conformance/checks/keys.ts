import { guardedOperations, type Operation } from '../document/document.ts';
import { told, type Call } from '../exchange/session.ts';
import { createKey, createRevokedKey } from '../server/keys.ts';
import { SCOPES } from '../specification/events.ts';
import { sampleOf } from '../world/samples.ts';
import type { Context } from './context.ts';
import { expectRefusal } from './refusal.ts';

const KIND = 'keys';

/** Who has no key, a wrong, ended or too weak one, or comes from elsewhere, is refused by every operation. */
export async function checkKeys(context: Context): Promise<void> {
	const { session, report } = context;
	const { gateway, owner } = session;
	await owner.headers();
	const refused: [string, Call, string][] = [
		['no key', { key: null }, 'missing_api_key'],
		['an empty header', { key: null, headers: { authorization: '' } }, 'missing_api_key'],
		['another scheme', { key: null, headers: { authorization: `Basic ${gateway.key}` } }, 'missing_api_key'],
		['a key nobody made', { key: 'mgw_000000000000000000000000000000000000' }, 'invalid_api_key'],
		['half the key', { key: gateway.key.slice(0, 16) }, 'invalid_api_key'],
		['a revoked key', { key: await createRevokedKey(gateway) }, 'invalid_api_key'],
		['an expired key', { key: await createKey(gateway, { expired: true }) }, 'expired_api_key'],
		[
			'a key of another address',
			{ key: await createKey(gateway, { allowIp: '203.0.113.0/24' }) },
			'ip_not_allowed',
		],
	];
	for (const operation of guardedOperations(session.document)) {
		for (const [what, call, code] of refused) {
			// Who has nothing at all is to sign in where no key would do.
			const expected = operation.scope === 'owner' && what === 'no key' ? 'not_signed_in' : code;
			expectRefusal(report, KIND, what, await session.send(operation, call), [expected]);
		}
	}
	await checkScopes(context);
}

/** A key with all scopes but the one an operation needs is refused; one with that scope alone will do. */
async function checkScopes(context: Context): Promise<void> {
	const { session, world, known, report } = context;
	const only = new Map<string, string>();
	const without = new Map<string, string>();
	for (const scope of SCOPES) {
		only.set(scope, await createKey(session.gateway, { scopes: [scope] }));
		const others = SCOPES.filter((other) => other !== scope);
		without.set(scope, await createKey(session.gateway, { scopes: others }));
	}
	for (const operation of session.document.operations) {
		const weak = operation.scope === 'owner' ? session.gateway.key : without.get(operation.scope);
		if (weak !== undefined) {
			const exchange = await session.send(operation, { key: weak });
			expectRefusal(report, KIND, 'a key without its scope', exchange, ['insufficient_permissions']);
		}
		for (const key of keysFor(operation, only)) {
			const call = await sampleOf(operation, world, known);
			const exchange = await session.send(operation, { ...call, key });
			report.check(KIND, `${operation.name}: a key with only its scope`, exchange.answer.status < 300, () => {
				return told(exchange);
			});
		}
	}
}

function keysFor({ scope }: Operation, only: ReadonlyMap<string, string>): string[] {
	if (scope === 'any key') return [...only.values()].slice(0, 1);
	const own = only.get(scope);
	return own === undefined ? [] : [own];
}
