import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { recordAudit } from '../store/access/audit-log.ts';
import type { CommitScope } from '../store/commit/group-commit.ts';
import { findOwner, insertSetupLink, deleteOwner, deleteSetupLinks } from '../store/access/owner.ts';
import type { Db } from '../store/schema.ts';
import { deleteSessions } from '../store/access/owner-sessions.ts';
import type { Store } from '../store/store.ts';
import type { RandomBytes } from '../runtime/system.ts';
import { hashToken, makeToken } from './secret-token.ts';

/** How long a link to set the password may be used, in milliseconds. */
const LINK_LIFETIME = 24 * 3_600_000;

/** What links are made with. */
export interface Making {
	entropy: RandomBytes;
	now: number;
}

/**
 * While no password was set, every start makes a link by which it can be. Gives the link's token, for the operator
 * to see this once; null where the owner has a password.
 */
export async function ensureOwner(store: Store, making: Making): Promise<string | null> {
	return store.commit(async ({ db }) => {
		if ((await findOwner(db)) !== undefined) return null;
		await deleteSetupLinks(db, making.now);
		return makeLink(db, making);
	});
}

/** Takes the password away, ends all sessions, and gives the token of the one link that is good from then on. */
export async function resetOwner(
	{ db, emit }: CommitScope,
	newId: NewId,
	making: Making & { actor: string },
): Promise<string> {
	await deleteOwner(db);
	await deleteSetupLinks(db);
	const ended = await deleteSessions(db, null);
	emit({ kind: 'sessions_ended', sessionIds: ended });
	const act = { action: 'owner.reset' as const, target: 'owner' };
	await recordAudit(db, newId, { actor: making.actor, at: making.now }, act);
	return makeLink(db, making);
}

async function makeLink(db: Db, { entropy, now }: Making): Promise<string> {
	const token = makeToken(entropy);
	await insertSetupLink(db, { hash: hashToken(token), expires_at: now + LINK_LIFETIME });
	return token;
}

/** Where the page takes a link's token from: behind the #, which no browser sends to a server. */
export function setupUrl(url: string, token: string): string {
	return `${url}/#/setup/${token}`;
}

export function invalidSetupLink(): GatewayError {
	return new GatewayError(
		'invalid_setup_link',
		'This link was used before, has expired, or is not complete. Get a new one with: messaging-gateway owner reset',
	);
}
