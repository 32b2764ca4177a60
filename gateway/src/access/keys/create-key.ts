import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { Plan } from '../../domain/access/plan.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { parseRange } from '../../lib/guarded-http/address.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import { insertApiKey } from '../../store/access/api-keys.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { findInstances } from '../../store/instances/instances.ts';
import type { ApiKeyRow, Db } from '../../store/schema.ts';
import { apiKeyRow, makeApiKey } from './api-key.ts';
import type { KeyDeps } from './key-deps.ts';

export interface NewApiKey {
	name: string;
	/** Absent: full access. */
	scopes?: readonly Scope[];
	/** The instances that exist for it; absent: all. */
	instanceIds?: readonly string[];
	/** CIDR ranges; absent: any address. */
	allowedIps?: readonly string[];
	/** ISO 8601; absent: never. */
	expiresAt?: string;
}

/**
 * Stores an API key that an owner creates, and returns its row and its value, which is stored nowhere. Throws
 * invalid_parameters, and insufficient_permissions for an allowlist that the plan does not have.
 */
export async function createApiKey(
	{ store, clock, newId, entropy, plan }: KeyDeps & { entropy: RandomBytes; plan: Plan },
	key: NewApiKey,
	actor: string,
): Promise<{ row: ApiKeyRow; value: string }> {
	const { name, scopes = null, allowedIps = null, instanceIds = null } = key;
	const at = clock.now();
	const expiresAt = expiryOf(key.expiresAt, at);
	if (allowedIps !== null && !plan.ipAllowlist) throw noAllowlist(plan);
	allowedIps?.forEach(checkRange);
	const value = makeApiKey(entropy);
	const details = {
		name,
		scopes: scopes?.join(',') ?? 'full access',
		expires: key.expiresAt ?? 'never',
		instances: instanceIds?.join(',') ?? 'all',
		allowedIps: allowedIps?.join(',') ?? 'any',
	};
	const row = await store.commit(async ({ db }) => {
		const existing = instanceIds === null ? null : await existingInstances(db, instanceIds);
		const limits = { scopes, allowedIps, instanceIds: existing, expiresAt };
		const row = apiKeyRow(newId, { name, value, ...limits }, at);
		await insertApiKey(db, row);
		await recordAudit(db, newId, { actor, at }, { action: 'key.created', target: row.id, details });
		return row;
	});
	return { row, value };
}

/** Returns the ids of instances that all exist, each once. Throws invalid_instance. */
async function existingInstances(db: Db, ids: readonly string[]): Promise<readonly InstanceId[]> {
	const found = await findInstances(db, ids);
	return [...new Set(ids)].map((id) => {
		const instance = found.get(id);
		if (instance !== undefined) return instance.id;
		throw new GatewayError(
			'invalid_instance',
			`"instanceIds" names ${id}, but there is no such instance. List yours with GET /v1/instances.`,
		);
	});
}

function expiryOf(text: string | undefined, now: number): number | null {
	if (text === undefined) return null;
	const expiresAt = Date.parse(text);
	if (expiresAt > now) return expiresAt;
	throw new GatewayError('invalid_parameters', '"expiresAt" must be in the future.');
}

function noAllowlist({ name }: Plan): GatewayError {
	return new GatewayError(
		'insufficient_permissions',
		`The plan ${name} has no keys that are limited to addresses; leave "allowedIps" out, or start the gateway with GATEWAY_PLAN=pro.`,
	);
}

function checkRange(text: string): void {
	try {
		parseRange(text);
	} catch {
		throw new GatewayError(
			'invalid_parameters',
			`"allowedIps" contains "${text}", which is not a CIDR range such as 203.0.113.0/24.`,
		);
	}
}
