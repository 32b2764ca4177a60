import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../config/config.ts';
import { listenUrl } from '../config/listen-url.ts';
import type { Environment } from '../config/setting.ts';
import { timestampOrNull } from '../domain/clock.ts';
import { isUserName, ROLES, USER_NAME_LIMIT, type Role } from '../domain/access/user.ts';
import { createIds, systemClock, systemEntropy } from '../runtime/system.ts';
import { COMMAND_LINE } from '../store/access/audit-log.ts';
import type { Store } from '../store/store.ts';
import { linkUrl, resetByName } from '../access/users/links.ts';
import { listUsersWithFactors } from '../access/users/find-user.ts';
import { oneLine } from './one-line.ts';
import { parseUsage, refuseExtraWords, UsageError } from './usage-error.ts';
import { withStore } from './with-store.ts';
import { inviteUser, resetUser } from '../access/users/invite-user.ts';

/** `owner reset`: locks the first owner out, and prints a link to set a password; it makes one where there is none. */
export async function runOwnerCommand(args: readonly string[], environment: Environment): Promise<void> {
	if (args.length !== 1 || args[0] !== 'reset')
		throw new UsageError('Say what to do with the owner: owner reset.');
	const config = readConfig(environment);
	process.stdout.write(await withStore(config, (store) => reset(store, config, undefined)));
}

/** `users list|invite|reset`: works on the database directly, whether a gateway runs on it or not. */
export async function runUsersCommand(args: readonly string[], environment: Environment): Promise<void> {
	const { values, positionals } = parseUsage(() =>
		parseArgs({ args: [...args], allowPositionals: true, options: { role: { type: 'string' } } }),
	);
	const [action, name] = positionals;
	refuseExtraWords(positionals, action === 'list' ? 1 : 2);
	const config = readConfig(environment);
	const run = (store: Store): Promise<string> => {
		if (action === 'list') return list(store);
		if (name === undefined || (action !== 'invite' && action !== 'reset')) {
			throw new UsageError('Say what to do with users: list, invite NAME --role ROLE, or reset NAME.');
		}
		return action === 'reset' ? reset(store, config, name) : invite(store, config, name, values.role);
	};
	process.stdout.write(await withStore(config, run));
}

async function list(store: Store): Promise<string> {
	const users = await listUsersWithFactors(store.read);
	if (users.length === 0) return 'Nobody can sign in yet. Get a link with: owner reset\n';
	const lines = users.map(({ user, secondFactors }) => {
		const factors = secondFactors.length === 0 ? 'no second factor' : secondFactors.join('+');
		const last = timestampOrNull(user.last_sign_in_at) ?? 'never';
		return oneLine(`${user.id}  ${user.name}  ${user.role}  ${factors}  last signed in ${last}`);
	});
	return `${lines.join('\n')}\n`;
}

async function invite(
	store: Store,
	config: Config,
	given: string,
	text: string | undefined,
): Promise<string> {
	const name = given.trim();
	if (!isUserName(name)) throw new UsageError(`A name has 1 to ${USER_NAME_LIMIT} characters, on one line.`);
	const role = ROLES.find((candidate): candidate is Role => candidate === text);
	if (role === undefined) throw new UsageError(`Say the role with --role: ${ROLES.join(', ')}.`);
	const deps = { store, clock: systemClock, newId: newIds(), entropy: systemEntropy };
	const { token } = await inviteUser(deps, { name, role }, COMMAND_LINE);
	return `${name} sets a password with this link (it works once, for 24 hours):\n${linkUrl(urlOf(config), token)}\n`;
}

async function reset(store: Store, config: Config, name: string | undefined): Promise<string> {
	const now = systemClock.now();
	const deps = { newId: newIds(), entropy: systemEntropy, now };
	const token = await store.commit((scope) =>
		resetByName(scope, { name, renew: (user) => resetUser(scope, deps, user, COMMAND_LINE) }, deps),
	);
	if (token === undefined) throw new UsageError(`Nobody is called "${name ?? ''}"; see users list.`);
	return `Password and second factors are removed, and all sessions have ended. Set a new password (this link works once, for 24 hours):\n${linkUrl(urlOf(config), token)}\n`;
}

function newIds() {
	return createIds(systemClock, systemEntropy);
}

/** Returns the URL of the page by the settings. */
function urlOf(config: Config): string {
	return config.publicUrl ?? listenUrl(config, config.port);
}
