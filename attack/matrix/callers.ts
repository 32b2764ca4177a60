import { createKey } from '../../conformance/server/keys.ts';
import type { GatewayProcess } from '../../conformance/server/gateway-process.ts';
import { SCOPES } from '../../conformance/specification/events.ts';

/** A key with its scopes; null: full access. */
export interface KeyOfMatrix {
	name: string;
	key: string;
	scopes: readonly string[] | null;
}

/** The keys that call each operation, by name. */
const SCOPES_OF_KEYS: Readonly<Record<string, readonly string[] | null>> = {
	'full access': null,
	...Object.fromEntries(SCOPES.map((scope) => [`only ${scope}`, [scope]])),
	...Object.fromEntries(
		SCOPES.map((scope) => [`all but ${scope}`, SCOPES.filter((other) => other !== scope)]),
	),
	// The permissions of a user who only reads, and of one who also changes.
	'all that read': SCOPES.filter((scope) => scope.endsWith(':read')),
	'all that write': SCOPES.filter((scope) => scope.endsWith(':write')),
	all: SCOPES,
};

/** Creates the keys of the matrix. */
export async function createKeys(gateway: GatewayProcess): Promise<KeyOfMatrix[]> {
	const keys: KeyOfMatrix[] = [];
	for (const [name, scopes] of Object.entries(SCOPES_OF_KEYS)) {
		const key = await createKey(gateway, scopes === null ? {} : { scopes });
		keys.push({ name, key, scopes });
	}
	return keys;
}

/** Whether a key may call an operation with this access: a scope, `any key`, `signed in`, `owner` or `public`. */
export function mayCall({ scopes }: KeyOfMatrix, access: string): boolean {
	if (access === 'owner' || access === 'signed in') return false;
	return access === 'public' || access === 'any key' || scopes === null || scopes.includes(access);
}
