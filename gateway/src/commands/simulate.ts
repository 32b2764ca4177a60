import { runSimulateCommand, SimulateUsageError } from '../../../scenarios/src/command.ts';
import type { Environment } from '../config/setting.ts';
import { UsageError } from './usage-error.ts';

/** `simulate FILE...`: plays scenarios. The player is a program of its own, with usage errors of its own. */
export async function runSimulate(args: readonly string[], environment: Environment): Promise<number> {
	try {
		return await runSimulateCommand(args, environment);
	} catch (error) {
		throw error instanceof SimulateUsageError ? new UsageError(error.message) : error;
	}
}
