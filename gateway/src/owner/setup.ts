import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import { findOwner, insertSetupLink, deleteOwner, deleteSetupLinks } from '../store/access/owner.ts';
import type { Db } from '../store/schema.ts';
import { deleteSessions } from '../store/access/owner-sessions.ts';
import type { Store } from '../store/store.ts';
import type { RandomBytes } from '../runtime/system.ts';
import { hashToken, makeToken } from './secret-token.ts';

/** Milliseconds for which a link to set the password is valid. */
const LINK_LIFETIME = 24 * 3_600_000;

export interface SetupDeps {
	entropy: RandomBytes;
	now: number;
}

/**
 * Creates a link to set the password, at every start until the owner has one. Returns the link's token, which is stored
 * nowhere; null where the owner has a password.
 */
export async function ensureOwner(store: Store, deps: SetupDeps): Promise<string | null> {
	return store.commit(async ({ db }) => {
		if ((await findOwner(db)) !== undefined) return null;
		await deleteSetupLinks(db, deps.now);
		return makeLink(db, deps);
	});
}

/** Deletes the password and all links, ends all sessions, and returns the token of a new link. */
export async function resetOwner(
	{ db, emit }: CommitScope,
	newId: NewId,
	deps: SetupDeps & { actor: string },
): Promise<string> {
	await deleteOwner(db);
	await deleteSetupLinks(db);
	const sessionIds = await deleteSessions(db, null);
	emit({ kind: 'sessions_ended', sessionIds });
	const act = { action: 'owner.reset' as const, target: 'owner' };
	await recordAudit(db, newId, { actor: deps.actor, at: deps.now }, act);
	return makeLink(db, deps);
}

async function makeLink(db: Db, { entropy, now }: SetupDeps): Promise<string> {
	const token = makeToken(entropy);
	await insertSetupLink(db, { hash: hashToken(token), expires_at: now + LINK_LIFETIME });
	return token;
}

/** Returns the link with a token, which follows the # because browsers do not send that part to a server. */
export function setupUrl(url: string, token: string): string {
	return `${url}/#/setup/${token}`;
}

export function invalidSetupLink(): GatewayError {
	return new GatewayError(
		'invalid_setup_link',
		'This link was used before, has expired, or is incomplete. Get a new one with: messaging-gateway owner reset',
	);
}
