import { createHash } from 'node:crypto';
import type { DriverContext } from '../../driver.ts';

type Session = DriverContext['session'];

/** The address of invites, as WhatsApp's: clients recognise links by it. */
const INVITES = 'https://chat.whatsapp.com/';
const CODE_LENGTH = 22;
/** A code, or a link that ends with one. */
const INVITE = /^(?:https?:\/\/[^/?#]+\/(?:invite\/)?)?([A-Za-z0-9_-]{10,64})\/?(?:[?#].*)?$/;

/** Returns the invite link of a group. It stays the same until it is revoked. */
export async function readInvite(session: Session, groupId: string): Promise<string> {
	const code = codeOf(groupId, await countRevoked(session, groupId));
	await session.write({ [inviteKey(code)]: groupId });
	return INVITES + code;
}

/** Makes the invite link of a group invalid. Returns the new one. */
export async function replaceInvite(session: Session, groupId: string): Promise<string> {
	const revoked = await countRevoked(session, groupId);
	await session.write({
		[inviteKey(codeOf(groupId, revoked))]: null,
		[revokedKey(groupId)]: String(revoked + 1),
	});
	return readInvite(session, groupId);
}

/** Returns the group of an invite link or code; null: the invite is not valid. */
export async function invitedGroupId(session: Session, invite: string): Promise<string | null> {
	const code = INVITE.exec(invite)?.[1];
	return code === undefined ? null : session.read(inviteKey(code));
}

async function countRevoked(session: Session, groupId: string): Promise<number> {
	return Number((await session.read(revokedKey(groupId))) ?? 0);
}

/** The same group has the same code until it is revoked, also after a restart. */
function codeOf(groupId: string, revoked: number): string {
	const hash = createHash('sha256').update(`invite ${revoked} of ${groupId}`).digest('base64url');
	return hash.slice(0, CODE_LENGTH);
}

function inviteKey(code: string): string {
	return `invite:${code}`;
}

function revokedKey(groupId: string): string {
	return `revoked_invites:${groupId}`;
}
