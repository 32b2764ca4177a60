import type { Logger } from 'pino';
import { removeKilledRestore } from './place-restored.ts';
import { removeKilledBackup } from './unfinished-backup.ts';

/**
 * Removes the files of a backup or a restore that was killed: they may fill the disk, so that the database could not be
 * opened. Logs an error and continues. The caller must hold the lock of the data folder.
 */
export async function removeLeftovers(dataFolder: string, logger: Logger): Promise<void> {
	const removals = { backup: removeKilledBackup, restore: removeKilledRestore };
	for (const [command, remove] of Object.entries(removals)) {
		try {
			if (await remove(dataFolder)) logger.info(`the leftovers of a killed ${command} were removed`);
		} catch (error) {
			logger.warn({ err: error }, `the leftovers of a killed ${command} could not be removed`);
		}
	}
}
