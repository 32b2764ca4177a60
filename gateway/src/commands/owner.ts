import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { resetOwner, setupUrl } from '../owner/setup.ts';
import { COMMAND_LINE } from '../store/access/audit-log.ts';
import { createIds, systemClock, systemEntropy } from '../runtime/system.ts';
import { UsageError } from './usage-error.ts';
import { withStore } from './with-store.ts';

/**
 * `owner reset`: deletes the password of the page's owner, ends all sessions, and prints a link to set a new password.
 * It works on the database directly, whether a gateway runs on it or not.
 */
export async function runOwnerCommand(args: readonly string[], environment: Environment): Promise<void> {
	if (args.length !== 1 || args[0] !== 'reset')
		throw new UsageError('Say what to do with the owner: owner reset.');
	const config = readConfig(environment);
	const newId = createIds(systemClock, systemEntropy);
	const reset = { entropy: systemEntropy, now: systemClock.now(), actor: COMMAND_LINE };
	const token = await withStore(config, (store) => store.commit((scope) => resetOwner(scope, newId, reset)));
	const scheme = config.tls === null ? 'http' : 'https';
	const url = config.publicUrl ?? `${scheme}://${config.host}:${config.port}`;
	process.stdout.write(
		`The password is deleted, and all sessions have ended. Set a new password (this link works once, for 24 hours):\n${setupUrl(url, token)}\n`,
	);
}
