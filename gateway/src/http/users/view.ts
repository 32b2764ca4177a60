import type { Static } from 'typebox';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { SecondFactor } from '../../domain/access/user.ts';
import { linkUrl } from '../../access/users/links.ts';
import type { Invitation as NewInvitation } from '../../access/users/invite-user.ts';
import { confirmedUntil, endOf, type UserCaller } from '../../access/users/session.ts';
import type { PasskeyRow, UserSessionRow } from '../../store/schema.ts';
import type { CurrentSession, Invitation, Passkey, Session, User } from './schema.ts';
import type { UserWithFactors } from '../../access/users/find-user.ts';

/** A person with access to the page, as the API shows them. */
export function userView({ user, secondFactors }: UserWithFactors): Static<typeof User> {
	return {
		userId: user.id,
		name: user.name,
		role: user.role,
		status: user.password_hash === null && user.last_sign_in_at === null ? 'invited' : 'active',
		secondFactors,
		createdAt: timestamp(user.created_at),
		lastSignInAt: timestampOrNull(user.last_sign_in_at),
	};
}

/** The caller's session; `now` is in epoch milliseconds. */
export function currentSessionView(
	caller: UserCaller,
	secondFactors: SecondFactor[],
	now: number,
): Static<typeof CurrentSession> {
	const { session, user } = caller;
	return {
		sessionId: session.id,
		user: userView({ user, secondFactors }),
		createdAt: timestamp(session.created_at),
		expiresAt: timestamp(endOf(session)),
		confirmedUntil: timestampOrNull(confirmedUntil(caller, now)),
	};
}

/** A session of a person, as the API shows it; `current`: that of the request. */
export function sessionView(session: UserSessionRow, current: UserCaller): Static<typeof Session> {
	return {
		sessionId: session.id,
		current: session.id === current.id,
		createdAt: timestamp(session.created_at),
		lastUsedAt: timestamp(session.last_used_at),
		expiresAt: timestamp(endOf(session)),
		address: session.address,
		userAgent: session.user_agent,
	};
}

/** A passkey, as the API shows it. */
export function passkeyView(passkey: PasskeyRow): Static<typeof Passkey> {
	return {
		passkeyId: passkey.id,
		name: passkey.name,
		createdAt: timestamp(passkey.created_at),
		lastUsedAt: timestampOrNull(passkey.last_used_at),
	};
}

/** An invitation; its link leads to the page at `url`. */
export function invitationView(url: string, invitation: NewInvitation): Static<typeof Invitation> {
	return {
		user: userView(invitation),
		inviteUrl: linkUrl(url, invitation.token),
		expiresAt: timestamp(invitation.expiresAt),
	};
}
