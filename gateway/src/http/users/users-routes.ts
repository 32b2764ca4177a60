import { Type } from 'typebox';
import { revokeSessions } from '../../access/users/end-sessions.ts';
import { removeUser, updateUser } from '../../access/users/update-user.ts';
import { secondFactorsOf } from '../../access/users/second-factor.ts';
import { actorOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Done } from '../server/schemas/responses.ts';
import { pageUrlOf } from './client.ts';
import { Invitation, InviteBody, UpdateUserBody, User } from './schema.ts';
import { invitationView, userView } from './view.ts';
import { userOrThrow, listUsersWithFactors } from '../../access/users/find-user.ts';
import { inviteUser, renewLink } from '../../access/users/invite-user.ts';

const OneUser = Type.Object({ userId: IdOf('usr', 'The person.') });

/** The people who sign in to the page, for owners (additions). */
export const userRoutes: Routes<'store' | 'clock' | 'newId' | 'entropy' | 'publicUrl'> = (app, deps) => {
	const { store, publicUrl } = deps;
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'owner', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/users',
		operationId: 'listUsers',
		summary: 'List the people who can sign in, in the order in which they were added',
		data: Type.Array(User),
		handler: async () => (await listUsersWithFactors(store.read)).map(userView),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/users',
		confirmed: true,
		operationId: 'inviteUser',
		summary: 'Invite a person by a link that works once, for 24 hours',
		body: InviteBody,
		status: 201,
		data: Invitation,
		errors: ['name_taken'],
		handler: async (request) => {
			const invitation = await inviteUser(deps, request.body, actorOf(request));
			return invitationView(pageUrlOf(request, publicUrl), invitation);
		},
	});

	defineRoute({
		method: 'PATCH',
		url: '/admin/v1/users/:userId',
		confirmed: true,
		operationId: 'updateUser',
		summary: "Change a person's name or role",
		params: OneUser,
		body: UpdateUserBody,
		data: User,
		errors: ['user_not_found', 'name_taken', 'last_owner'],
		handler: async (request) => {
			const user = await updateUser(deps, request.params.userId, request.body, actorOf(request));
			return userView({ user, secondFactors: await secondFactorsOf(store.read, user) });
		},
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/users/:userId/invite',
		confirmed: true,
		operationId: 'renewUserLink',
		summary: 'Create a new link for a person',
		description:
			'Removes the password, the second factors and the sessions of the person. For people who have lost them, or whose invitation has expired.',
		params: OneUser,
		body: Type.Object({}, { additionalProperties: false }),
		data: Invitation,
		errors: ['user_not_found'],
		handler: async (request) => {
			const invitation = await renewLink(deps, request.params.userId, actorOf(request));
			return invitationView(pageUrlOf(request, publicUrl), invitation);
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/users/:userId/sessions',
		confirmed: true,
		operationId: 'endUserSessions',
		summary: 'Sign a person out everywhere',
		params: OneUser,
		response: Done,
		errors: ['user_not_found'],
		handler: async (request) => {
			const user = await userOrThrow(store.read, request.params.userId);
			await revokeSessions(deps, user.id, actorOf(request));
			return { success: true, message: `${user.name} is signed out everywhere.` };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/users/:userId',
		confirmed: true,
		operationId: 'removeUser',
		summary: 'Remove a person',
		params: OneUser,
		response: Done,
		errors: ['user_not_found', 'last_owner'],
		handler: async (request) => {
			const { name } = await removeUser(deps, request.params.userId, actorOf(request));
			return { success: true, message: `${name} can no longer sign in.` };
		},
	});
	return Promise.resolve();
};
