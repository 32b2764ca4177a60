import { SimulateUsageError } from '../../../scenarios/src/command/command-arguments.ts';
import { runSimulateCommand } from '../../../scenarios/src/command/command.ts';
import { runExerciseCommand } from '../../../scenarios/src/exercise/command.ts';
import { runExportCommand } from '../../../scenarios/src/export/command.ts';
import type { Environment } from '../config/setting.ts';
import { UsageError } from './usage-error.ts';

type RunCommand = (args: readonly string[], environment: Environment) => Promise<number>;

/** `simulate FILE...`: plays scenarios. */
export const runSimulate: RunCommand = withUsageErrors(runSimulateCommand);

/** `exercise FILE`: lets chaos customers test a workflow. */
export const runExercise: RunCommand = withUsageErrors(runExerciseCommand);

/** `export-scenario`: writes a chat as an anonymised scenario. */
export const runExport: RunCommand = withUsageErrors(runExportCommand);

/** The player is a program of its own, with usage errors of its own. */
function withUsageErrors(run: RunCommand): RunCommand {
	return async (args, environment) => {
		try {
			return await run(args, environment);
		} catch (error) {
			throw error instanceof SimulateUsageError ? new UsageError(error.message) : error;
		}
	};
}
