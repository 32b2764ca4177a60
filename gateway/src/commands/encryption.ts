import { readConfig, type Config } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { timestamp } from '../domain/clock.ts';
import { keyId, openDataKey, unwrapDataKey, WrongEncryptionKey } from '../encryption/data-key.ts';
import { findEncryptionKey } from '../encryption/key-file.ts';
import { resetEncryption } from '../encryption/reset.ts';
import { addKey, forgetOtherKeys, rotateKeyFile } from '../encryption/rotate-key.ts';
import { createIds, systemClock, systemEntropy } from '../runtime/system.ts';
import { listEncryptionKeys } from '../store/encryption/encryption-keys.ts';
import { countSealedSessionValues, listWebhookSecrets } from '../store/encryption/stored-secrets.ts';
import { lockDataFolder } from '../store/engine/sqlite/data-folder-lock.ts';
import type { Store } from '../store/store.ts';
import { UsageError } from './usage-error.ts';
import { requireData, withStore } from './with-store.ts';

/**
 * `encryption status|rotate|forget-old|reset`: works on the database directly. All but `reset` may run beside running
 * gateways, which hold the data key in memory.
 */
export async function runEncryptionCommand(args: readonly string[], environment: Environment): Promise<void> {
	const [action, ...rest] = args;
	const run = ACTIONS.get(action ?? '');
	if (run === undefined || rest.length > 0) {
		throw new UsageError('Say what to do with the encryption: status, rotate, forget-old or reset.');
	}
	const config = readConfig(environment);
	process.stdout.write(await run(config));
}

const ACTIONS: ReadonlyMap<string, (config: Config) => Promise<string>> = new Map([
	['status', (config) => withStore(config, (store) => status(store, config))],
	['rotate', rotate],
	['forget-old', (config) => withStore(config, (store) => forgetOld(store, config))],
	['reset', reset],
]);

const DEPS = { clock: systemClock, entropy: systemEntropy, newId: createIds(systemClock, systemEntropy) };

async function status(store: Store, config: Config): Promise<string> {
	const rows = await listEncryptionKeys(store.read);
	if (rows.length === 0) return 'There is no data key yet: the first start of a gateway creates it.\n';
	const key = findEncryptionKey(config);
	unwrapDataKey(rows, key, config.dataFolder);
	const lines = rows.map(({ id, created_at: at }) => {
		const use = key !== null && id === keyId(key.bytes) ? `in use, from ${key.source}` : 'opens them too';
		return `Key ${id}, since ${timestamp(at)}: ${use}`;
	});
	const webhooks = await listWebhookSecrets(store.read);
	const sessionValues = await countSealedSessionValues(store.read);
	lines.push(
		`Sealed: the secrets of ${webhooks.length} webhooks, ${sessionValues} values of network sessions`,
	);
	if (rows.length > 1) {
		lines.push('When every gateway runs with the key in use: messaging-gateway encryption forget-old');
	}
	return `${lines.join('\n')}\n`;
}

function rotate(config: Config): Promise<string> {
	if (config.newEncryptionKey === null && config.encryptionKey !== null) {
		throw new UsageError(
			'Set GATEWAY_ENCRYPTION_KEY_NEW to the new key for this command, such as the output of: openssl rand -base64 32',
		);
	}
	return withStore(config, (store) => rotateIn(store, config));
}

async function rotateIn(store: Store, config: Config): Promise<string> {
	const { newEncryptionKey, dataFolder } = config;
	const deps = { ...DEPS, store };
	if (newEncryptionKey !== null) {
		await addKey(deps, config, newEncryptionKey);
		return `Both keys open the stored secrets now. Set GATEWAY_ENCRYPTION_KEY of every gateway to the new key, and restart
them one after the other. Then run, with the new key: messaging-gateway encryption forget-old\n`;
	}
	await rotateKeyFile(deps, dataFolder);
	return `The key file in ${dataFolder} is replaced, and the earlier key opens nothing any more. Back up the new file.\n`;
}

async function forgetOld(store: Store, config: Config): Promise<string> {
	const forgotten = await forgetOtherKeys({ ...DEPS, store }, config);
	return `Only the key in use opens the stored secrets now. Keys forgotten: ${forgotten}.\n`;
}

async function reset(config: Config): Promise<string> {
	requireData(config);
	// A gateway on SQLite holds this lock; those on PostgreSQL have to be stopped by hand.
	const lock = config.databaseUrl === null ? lockDataFolder(config.dataFolder) : null;
	try {
		return await withStore(config, async (store) => {
			if (await opens(store, config)) {
				throw new UsageError('The key in use opens the stored secrets, so there is nothing to give up.');
			}
			const { webhooks, sessionValues, authenticatorApps } = await resetEncryption(store, config, DEPS);
			const lines = [
				`Deleted: ${sessionValues} values of network sessions. Connect these instances again.`,
				`Removed: ${authenticatorApps} authenticator apps. These people sign in with the password alone, and set one up again.`,
				`These webhooks have new secrets, which their receivers need: ${webhooks.join(', ') || 'none'}`,
			];
			return `${lines.join('\n')}\n`;
		});
	} finally {
		lock?.release();
	}
}

async function opens(store: Store, config: Config): Promise<boolean> {
	try {
		await openDataKey(store, config, DEPS);
		return true;
	} catch (error) {
		if (error instanceof WrongEncryptionKey) return false;
		throw error;
	}
}
