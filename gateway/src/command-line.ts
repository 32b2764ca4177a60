import { runAuditCommand } from './commands/audit.ts';
import { runKeysCommand } from './commands/keys.ts';
import { runOwnerCommand } from './commands/owner.ts';
import { serve } from './commands/serve.ts';
import { runSimulateCommand, SimulateUsageError } from '../../scenarios/src/command.ts';
import { DatabaseOutOfReach, DatabaseRefused } from './store/store.ts';
import { UsageError } from './commands/usage-error.ts';
import { ConfigError } from './config/config.ts';
import { DataFolderInUse } from './gateway.ts';

const USAGE = `Usage:
  messaging-gateway                     serve, configured by the GATEWAY_* environment
  messaging-gateway keys create --name N [--scopes a,b] [--expires 30d] [--allow-ip CIDR]...
  messaging-gateway keys list
  messaging-gateway keys revoke ID
  messaging-gateway owner reset         take the page's password away, and print a link to set another one
  messaging-gateway audit [--limit N]   who changed which key, webhook or instance, newest first
  messaging-gateway simulate FILE... [--gateway URL] [--key KEY] [--instance NAME] [--junit FILE]
                                        play scenarios on the simulated network of a gateway that runs;
                                        the key may be in GATEWAY_API_KEY instead
`;

/** Exit code of `simulate` for a command or a scenario that is wrong; 1 is for one that did not pass. */
const WRONG_SCENARIO = 2;

const [command, ...rest] = process.argv.slice(2);
try {
	if (command === undefined || command === 'serve') await serve(process.env);
	else if (command === 'keys') await runKeysCommand(rest, process.env);
	else if (command === 'owner') await runOwnerCommand(rest, process.env);
	else if (command === 'audit') await runAuditCommand(rest, process.env);
	else if (command === 'simulate') process.exitCode = await runSimulateCommand(rest, process.env);
	else if (command === '--help' || command === '-h') process.stdout.write(USAGE);
	else throw new UsageError(`There is no command "${command}".`);
} catch (error) {
	process.stderr.write(`${explain(error)}\n`);
	process.exitCode = error instanceof SimulateUsageError ? WRONG_SCENARIO : 1;
	// A gateway that could not start may listen already: it must not stay without what it lacks.
	if (command === undefined || command === 'serve') process.exit();
}

/** One clear sentence for what a person can mend; the whole error for what only a report can. */
function explain(error: unknown): string {
	if (error instanceof UsageError || error instanceof SimulateUsageError)
		return `${error.message}\n\n${USAGE}`;
	if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message;
	if (error instanceof DatabaseOutOfReach || error instanceof DatabaseRefused) return error.message;
	if (!(error instanceof Error)) return String(error);
	const code = 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') {
		return `Something listens on that address already (${error.message}). Stop it, or choose another port with GATEWAY_PORT.`;
	}
	if (code === 'EADDRNOTAVAIL') {
		return `This machine does not have the address GATEWAY_HOST names (${error.message}).`;
	}
	if (code === 'EACCES') return `The gateway may not use what it needs: ${error.message}.`;
	return error.stack ?? error.message;
}
