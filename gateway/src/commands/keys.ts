import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { SCOPES, type Scope } from '../domain/access/scope.ts';
import { timestamp, timestampOrNull } from '../domain/clock.ts';
import type { InstanceId, KeyId } from '../domain/ids.ts';
import type { Notification } from '../cluster/notification.ts';
import { parseRange } from '../lib/guarded-http/address.ts';
import { apiKeyRow, makeApiKey } from '../access/keys/api-key.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '../store/access/api-keys.ts';
import { COMMAND_LINE, recordAudit } from '../store/access/audit-log.ts';
import { notify } from '../store/engine/postgres/session.ts';
import { findInstances } from '../store/instances/instances.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { createIds, systemClock, systemEntropy } from '../runtime/system.ts';
import { oneLine } from './one-line.ts';
import { parseUsage, refuseExtraWords, UsageError } from './usage-error.ts';
import { withStore } from './with-store.ts';

/** `keys create|list|revoke`: works on the database directly, whether a gateway runs on it or not. */
export async function runKeysCommand(args: readonly string[], environment: Environment): Promise<void> {
	const [action, ...rest] = args;
	const run = ACTIONS.get(action ?? '');
	if (run === undefined) throw new UsageError('Say what to do with keys: create, list or revoke.');
	const parsed = parse(rest);
	refuseExtraWords(parsed.positionals, action === 'revoke' ? 1 : 0);
	const config = readConfig(environment);
	if (parsed.values['allow-ip'] !== undefined && !config.plan.ipAllowlist) {
		throw new UsageError(`The plan ${config.plan.name} has no --allow-ip; GATEWAY_PLAN=pro has.`);
	}
	process.stdout.write(await withStore(config, (store) => run(store, parsed)));
}

type Parsed = ReturnType<typeof parse>;

const ACTIONS: ReadonlyMap<string, (store: Store, parsed: Parsed) => Promise<string>> = new Map([
	['create', createKey],
	['list', listKeys],
	['revoke', revokeKey],
]);

function parse(args: string[]) {
	return parseUsage(() =>
		parseArgs({
			args,
			allowPositionals: true,
			options: {
				name: { type: 'string' },
				scopes: { type: 'string' },
				instances: { type: 'string' },
				expires: { type: 'string' },
				'allow-ip': { type: 'string', multiple: true },
			},
		}),
	);
}

async function createKey(store: Store, { values }: Parsed): Promise<string> {
	const { name } = values;
	if (name === undefined || name === '') throw new UsageError('Name the key: --name "What it is for".');
	const now = systemClock.now();
	const value = makeApiKey(systemEntropy);
	const newId = createIds(systemClock, systemEntropy);
	const limits = {
		scopes: values.scopes === undefined ? null : values.scopes.split(',').map(parseScope),
		allowedIps: values['allow-ip']?.map(checkRange) ?? null,
		expiresAt: values.expires === undefined ? null : now + parseDays(values.expires),
	};
	const row = await store.commit(async ({ db }) => {
		const instanceIds = values.instances === undefined ? null : await parseInstances(db, values.instances);
		const row = apiKeyRow(newId, { name, value, ...limits, instanceIds }, now);
		await insertApiKey(db, row);
		const details = {
			name,
			scopes: values.scopes ?? 'full access',
			instances: instanceIds?.join(',') ?? 'all',
			expires: values.expires ?? 'never',
		};
		const entry = { action: 'key.created' as const, target: row.id, details };
		await recordAudit(db, newId, { actor: COMMAND_LINE, at: now }, entry);
		return row;
	});
	return `Key ${row.id} (${name}), shown only this once:\n${value}\n`;
}

async function listKeys(store: Store): Promise<string> {
	const keys = await listApiKeys(store.read);
	if (keys.length === 0) return 'There are no keys yet. Create one with: keys create --name NAME\n';
	const lines = keys.map((key) => {
		const state = key.revoked_at === null ? 'active' : `revoked ${timestamp(key.revoked_at)}`;
		const scopes = key.scopes === null ? 'full access' : (JSON.parse(key.scopes) as string[]).join(',');
		const instances =
			key.instance_ids === null ? '' : `  only ${(JSON.parse(key.instance_ids) as string[]).join(',')}`;
		const expires = timestampOrNull(key.expires_at) ?? 'never';
		const lastUsed = timestampOrNull(key.last_used_at) ?? 'never';
		return oneLine(
			`${key.id}  ${key.name}  ${state}  ${scopes}${instances}  expires ${expires}  last used ${lastUsed}`,
		);
	});
	return `${lines.join('\n')}\n`;
}

async function revokeKey(store: Store, { positionals }: Parsed): Promise<string> {
	const [id] = positionals;
	if (id === undefined) throw new UsageError('Say which key: keys revoke ID (see keys list).');
	const by = { actor: COMMAND_LINE, at: systemClock.now() };
	const newId = createIds(systemClock, systemEntropy);
	const wasRevoked = await store.commit(async ({ db }) => {
		const revoked = await revokeApiKey(db, id, by.at);
		if (revoked) await recordAudit(db, newId, by, { action: 'key.revoked', target: id });
		return revoked;
	});
	if (!wasRevoked) throw new UsageError(`There is no active key ${id}; see keys list.`);
	// On SQLite a gateway sees that another process has written.
	if (store.engine === 'postgres') {
		const notification: Notification = {
			from: newId('proc'),
			queued: [],
			changed: [],
			revoked: [id as KeyId],
		};
		await notify(store.read, JSON.stringify(notification));
	}
	return `Key ${id} is revoked.\n`;
}

function parseScope(text: string): Scope {
	const scope = SCOPES.find((candidate) => candidate === text.trim());
	if (scope === undefined)
		throw new UsageError(`"${text}" is no scope. The scopes are ${SCOPES.join(', ')}.`);
	return scope;
}

/** Most instances that a key can be limited to. */
const INSTANCES_LIMIT = 100;

/** Parses a list of instance ids. Throws UsageError when an instance does not exist. */
async function parseInstances(db: Db, text: string): Promise<InstanceId[]> {
	const ids = [...new Set(text.split(',').map((id) => id.trim()))];
	if (ids.length > INSTANCES_LIMIT) {
		throw new UsageError(
			`--instances names ${ids.length} instances, but at most ${INSTANCES_LIMIT} are possible.`,
		);
	}
	const found = await findInstances(db, ids);
	return ids.map((id) => {
		const instance = found.get(id);
		if (instance === undefined) throw new UsageError(`There is no instance "${id}".`);
		return instance.id;
	});
}

/** Throws UsageError when the text is no CIDR range. */
function checkRange(text: string): string {
	try {
		parseRange(text);
		return text;
	} catch {
		throw new UsageError(`"${text}" is no CIDR range, such as 203.0.113.0/24.`);
	}
}

/** Milliseconds. */
const DAY = 24 * 3_600_000;

/** A lifetime such as `30d`, in milliseconds. */
function parseDays(text: string): number {
	const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
	if (days === undefined)
		throw new UsageError(`--expires is "${text}", but must be a number of days, such as 30d.`);
	return Number(days) * DAY;
}
