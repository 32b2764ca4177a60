import { UsageError } from './commands/usage-error.ts';
import { ExplainedError } from './lib/explained-error.ts';

const USAGE = `Usage:
  messaging-gateway                     serve, configured by the GATEWAY_* environment
  messaging-gateway keys create --name N [--scopes a,b] [--instances a,b] [--expires 30d] [--allow-ip CIDR]...
  messaging-gateway keys list
  messaging-gateway keys revoke ID
  messaging-gateway owner reset         take the first owner's password away, and print a link to set another one
  messaging-gateway users list
  messaging-gateway users invite NAME --role owner|operator|viewer
  messaging-gateway users reset NAME    the same as owner reset, for anybody
  messaging-gateway encryption status   which keys open the stored secrets
  messaging-gateway encryption rotate   replace the key file, or let GATEWAY_ENCRYPTION_KEY_NEW open them too
  messaging-gateway encryption forget-old
                                        let no other key than the one in use open them
  messaging-gateway encryption reset    give up what is sealed, after the key was lost
  messaging-gateway audit [--limit N]   who changed which key, webhook or instance, newest first
  messaging-gateway simulate FILE... [--gateway URL] [--key KEY] [--instance NAME] [--junit FILE]
                                        play scenarios on the simulated network of a gateway that runs;
                                        the key may be in GATEWAY_API_KEY instead
`;

/** Exit code of `simulate` for a command or a scenario that is wrong; 1 is for one that did not pass. */
const WRONG_SCENARIO = 2;

const [command, ...rest] = process.argv.slice(2);
try {
	await run();
} catch (error) {
	process.stderr.write(`${explain(error)}\n`);
	process.exitCode = command === 'simulate' && error instanceof UsageError ? WRONG_SCENARIO : 1;
	// A gateway that could not start may listen already: it must not stay without what it lacks.
	if (command === undefined || command === 'serve') process.exit();
}

/** Loads no more than the command needs, so that a short one is answered at once. */
async function run(): Promise<void> {
	// Files that the gateway and its commands create are for their account only; a report of `simulate` is for others.
	if (command !== 'simulate') process.umask(0o077);
	switch (command) {
		case undefined:
		case 'serve':
			return (await import('./commands/serve.ts')).serve(process.env);
		case 'keys':
			return (await import('./commands/keys.ts')).runKeysCommand(rest, process.env);
		case 'owner':
			return (await import('./commands/users.ts')).runOwnerCommand(rest, process.env);
		case 'users':
			return (await import('./commands/users.ts')).runUsersCommand(rest, process.env);
		case 'encryption':
			return (await import('./commands/encryption.ts')).runEncryptionCommand(rest, process.env);
		case 'audit':
			return (await import('./commands/audit.ts')).runAuditCommand(rest, process.env);
		case 'simulate':
			process.exitCode = await simulate();
			return;
		case '--help':
		case '-h':
			process.stdout.write(USAGE);
			return;
		default:
			throw new UsageError(`There is no command "${command}".`);
	}
}

/** Plays scenarios. The player is a program of its own, with usage errors of its own. */
async function simulate(): Promise<number> {
	const { runSimulateCommand, SimulateUsageError } = await import('../../scenarios/src/command.ts');
	try {
		return await runSimulateCommand(rest, process.env);
	} catch (error) {
		throw error instanceof SimulateUsageError ? new UsageError(error.message) : error;
	}
}

/** One clear sentence for what a person can mend; the whole error for what only a report can. */
function explain(error: unknown): string {
	if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
	if (error instanceof ExplainedError) return error.message;
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
