import type { Command } from './command.ts';
import {
	LEDGER_FAILURE_EXIT_CODE,
	LEDGER_USAGE_EXIT_CODE,
	SCENARIO_USAGE_EXIT_CODE,
	UsageError,
} from './usage-error.ts';

/** All commands, in the order of the overview. A command's module is loaded when it runs, so that a short one is quick. */
export const COMMANDS: readonly Command[] = [
	{
		name: 'serve',
		summary: 'start the gateway',
		usage: [['', 'serve until SIGTERM or SIGINT, configured by the environment; the same as no command']],
		run: async (args, environment) => {
			if (args.length > 0)
				throw new UsageError('`serve` has no arguments: settings are read from the environment.');
			await (await import('./serve.ts')).serve(environment);
		},
	},
	{
		name: 'config',
		summary: 'check and list the settings',
		usage: [
			['check', 'print every variable that is set, and what is wrong; exit code 1 where something is'],
			['list', 'print every setting with its default and what it does'],
		],
		run: async (args, environment) => {
			process.exitCode = (await import('./config.ts')).runConfigCommand(args, environment);
		},
	},
	{
		name: 'doctor',
		summary: 'find problems of the gateway and its environment',
		usage: [['', 'check settings, folder, database, addresses, webhooks and programs; change nothing']],
		notes: 'It works beside a running gateway and without one. Exit code: 0 no problem, 1 at least one.',
		run: async (args, environment) => {
			process.exitCode = await (await import('./doctor/doctor.ts')).runDoctorCommand(args, environment);
		},
	},
	{
		name: 'keys',
		summary: 'create, list and revoke API keys',
		usage: [
			[
				'create --name NAME [--scopes a,b] [--instances a,b] [--expires 30d] [--allow-ip CIDR]...',
				'create a key, and print it this once',
			],
			['list', 'list all keys with their scopes and their last use'],
			['revoke ID', 'revoke a key'],
		],
		run: async (args, environment) => (await import('./keys.ts')).runKeysCommand(args, environment),
	},
	{
		name: 'owner',
		summary: 'reset the password of the first owner',
		usage: [['reset', "remove the first owner's password, and print a link to set another one"]],
		run: async (args, environment) => (await import('./users.ts')).runOwnerCommand(args, environment),
	},
	{
		name: 'users',
		summary: 'list, invite and reset people who sign in on the page',
		usage: [
			['list', 'list all users with their roles and second factors'],
			['invite NAME --role owner|operator|viewer', 'print a link by which somebody new sets a password'],
			['reset NAME', "remove somebody's password and second factors, and print a link to set a password"],
		],
		run: async (args, environment) => (await import('./users.ts')).runUsersCommand(args, environment),
	},
	{
		name: 'encryption',
		summary: 'show, rotate and reset the key that opens stored secrets',
		usage: [
			['status', 'show which keys open the stored secrets'],
			['rotate', 'replace the key file, or let GATEWAY_ENCRYPTION_KEY_NEW open the secrets too'],
			['forget-old', 'let no other key than the one in use open the secrets'],
			['reset', 'delete what is sealed, after the key was lost'],
		],
		run: async (args, environment) =>
			(await import('./encryption.ts')).runEncryptionCommand(args, environment),
	},
	{
		name: 'audit',
		summary: 'list who changed keys, webhooks and instances',
		usage: [['[--limit N]', 'list the latest N changes (100 if not given), newest first']],
		run: async (args, environment) => (await import('./audit.ts')).runAuditCommand(args, environment),
	},
	{
		name: 'ledger',
		summary: 'account for every message, event and delivery',
		usage: [
			[
				'[--instance ID] [--from TIME] [--to TIME] [--recount] [--json]',
				'print each hour (the last 24 if not given) with what is missing; --recount compares the rows again',
			],
		],
		notes:
			'It works beside a running gateway and without one. TIME is like 2026-01-31T12:00:00Z. Exit code: 0 nothing is missing, 1 something is, 2 wrong arguments, 3 it could not be read.',
		usageExitCode: LEDGER_USAGE_EXIT_CODE,
		failureExitCode: LEDGER_FAILURE_EXIT_CODE,
		run: async (args, environment) => {
			process.exitCode = await (await import('./ledger.ts')).runLedgerCommand(args, environment);
		},
	},
	{
		name: 'backup',
		summary: 'write all data to one file, also while the gateway runs',
		usage: [
			['FILE', 'write a backup to a new file, or to stdout for the name -'],
			['FILE --force', 'replace the file if it exists'],
		],
		run: async (args, environment) => (await import('./backup.ts')).runBackupCommand(args, environment),
	},
	{
		name: 'restore',
		summary: 'put a backup into an empty data folder',
		usage: [
			[
				'FILE',
				'verify a backup, from stdin for the name -, and put it into the empty data folder or database',
			],
			['FILE --force', 'move the data that is in the data folder to a folder beside it first'],
		],
		run: async (args, environment) => (await import('./restore.ts')).runRestoreCommand(args, environment),
	},
	{
		name: 'simulate',
		summary: 'play scenarios on the simulated network of a running gateway',
		usage: [
			[
				'FILE... [--gateway URL] [--key KEY] [--instance NAME] [--junit FILE]',
				'play the scenarios of these files one after the other',
			],
		],
		notes:
			'The key may be in GATEWAY_API_KEY instead. Exit code: 0 passed, 1 failed, 2 wrong arguments or file.',
		usageExitCode: SCENARIO_USAGE_EXIT_CODE,
		writesForOthers: true,
		run: async (args, environment) => {
			process.exitCode = await (await import('./simulate.ts')).runSimulate(args, environment);
		},
	},
	{
		name: 'exercise',
		summary: 'let chaos customers test a workflow on the simulated network of a running gateway',
		usage: [
			[
				'FILE [--gateway URL] [--key KEY] [--instance NAME] [--webhook NAME] [--seed N] [--json FILE] [--junit FILE] [--failures FOLDER]',
				'do what the file says, report how the workflow answered, and write a scenario for each failure',
			],
			['FILE --plan', 'print what the customers would do'],
		],
		notes:
			'The key may be in GATEWAY_API_KEY instead. Exit code: 0 passed, 1 failed, 2 wrong arguments or file, or no workflow to test.',
		usageExitCode: SCENARIO_USAGE_EXIT_CODE,
		writesForOthers: true,
		run: async (args, environment) => {
			process.exitCode = await (await import('./simulate.ts')).runExercise(args, environment);
		},
	},
	{
		name: 'export-scenario',
		summary: 'write a chat as an anonymised scenario',
		usage: [
			[
				'--chat CHAT [--from TIME] [--to TIME] [--expect answers] [--keep WORD,...] [--limit N] [--output FILE] [--gateway URL] [--key KEY] [--instance NAME]',
				'export the latest 500 messages, or those of a time, with the pauses between them and nothing personal',
			],
		],
		notes:
			'Without --output it prints the scenario. The key may be in GATEWAY_API_KEY instead. Exit code: 0 exported, 1 nothing to export or no gateway, 2 wrong arguments.',
		usageExitCode: SCENARIO_USAGE_EXIT_CODE,
		writesForOthers: true,
		run: async (args, environment) => {
			process.exitCode = await (await import('./simulate.ts')).runExport(args, environment);
		},
	},
	{
		name: 'import',
		summary: 'create the instances and webhooks of another gateway on one that runs',
		usage: [
			[
				'evolution-api|waha FILE... [--gateway URL] [--key KEY] [--dry-run]',
				'read the exports of Evolution API or WAHA; --dry-run shows what would be created',
			],
		],
		notes: 'The key may be in GATEWAY_API_KEY instead.',
		run: async (args, environment) => {
			process.exitCode = await (await import('./import/command.ts')).runImportCommand(args, environment);
		},
	},
];
