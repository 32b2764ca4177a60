import { readConfig } from '../config/config.ts';
import { resetOwner, setupUrl } from '../owner/setup.ts';
import { COMMAND_LINE } from '../store/access/audit-log.ts';
import { openStore } from '../store/store.ts';
import { createIds, systemClock, systemEntropy } from '../runtime/system.ts';
import { UsageError } from './usage-error.ts';

/**
 * `owner reset`: takes the password of the page's owner away, ends all sessions, and prints a link to set another
 * one. It works on the data folder, beside a gateway that runs on it or without one.
 */
export async function runOwnerCommand(
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	if (args.length !== 1 || args[0] !== 'reset') throw new UsageError('Say what to do with the owner: reset.');
	const config = readConfig(environment);
	const store = await openStore(config, { clock: systemClock });
	try {
		const newId = createIds(systemClock, systemEntropy);
		const making = { entropy: systemEntropy, now: systemClock.now(), actor: COMMAND_LINE };
		const token = await store.commit((scope) => resetOwner(scope, newId, making));
		const scheme = config.tls === null ? 'http' : 'https';
		const url = config.publicUrl ?? `${scheme}://${config.host}:${config.port}`;
		process.stdout.write(
			`The password is gone, and all sessions have ended. Set a new one (this link works once, for 24 hours):\n${setupUrl(url, token)}\n`,
		);
	} finally {
		await store.close();
	}
}
