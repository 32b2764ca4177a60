import { isGroupJid } from '../../domain/phone.ts';
import { connectionOrThrow } from '../../instances/find-instance.ts';
import { requireCapability } from '../../instances/require-capability.ts';
import { withPicture } from '../../outbound/media/with-picture.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { requireChange } from '../server/require-change.ts';
import { Done } from '../server/schemas/responses.ts';
import { ChangeGroupBody, GroupDetail, GroupInvite, JoinGroupBody, OfInstance, OneGroup } from './schema.ts';
import { groupDetail } from './view.ts';
import { groupNotFound } from '../../domain/chats/group-not-found.ts';

/** Codes any of these operations can answer with. */
const GROUP_ERRORS = [
	'invalid_instance',
	'instance_disconnected',
	'official_api_instance',
	'group_not_found',
] as const;

/** Changes of whole groups, and of the instance's own membership. Their events follow from the network's reports. */
export const groupSettingsRoutes: Routes<'store' | 'connections' | 'media'> = (app, deps) => {
	const { store, connections } = deps;
	const defineRoute = routeDefiner(app, {
		tag: 'Groups',
		access: 'messages:write',
		concerns: 'instance in query',
		extension: true,
		config: { requiresLease: true },
	});

	async function connectionWithGroups(instanceId: string) {
		const connected = await connectionOrThrow(store.read, connections, instanceId);
		requireCapability(connected, 'group_settings');
		return connected;
	}

	/** Refuses an id of a form that no network assigns, before it reaches a driver. */
	async function connectionTo(groupId: string, instanceId: string) {
		const connected = await connectionWithGroups(instanceId);
		if (!isGroupJid(groupId)) throw groupNotFound(groupId);
		return connected;
	}

	defineRoute({
		method: 'PATCH',
		url: '/v1/groups/:groupId',
		concerns: 'instance in body',
		operationId: 'changeGroup',
		summary: 'Change the name, the description, the settings or the picture of a group',
		description: 'Absent fields stay unchanged.',
		params: OneGroup,
		body: ChangeGroupBody,
		data: GroupDetail,
		errors: [
			...GROUP_ERRORS,
			'not_admin',
			'invalid_media_url',
			'media_download_failed',
			'media_too_large',
			'unsupported_media_type',
		],
		handler: async (request) => {
			const { groupId } = request.params;
			requireChange(request.body, ['name', 'description', 'announce', 'restrict', 'picture']);
			const { instanceId, picture, ...settings } = request.body;
			const { instance, connection } = await connectionTo(groupId, instanceId);
			const source = { instanceId: instance.id, picture, caller: callerOf(request) };
			return withPicture(deps, source, async (change) =>
				groupDetail(await connection.updateGroup(groupId, { ...settings, ...change })),
			);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/groups/:groupId/invite',
		operationId: 'getGroupInvite',
		summary: 'Get the invite link of a group the instance is an admin of',
		params: OneGroup,
		querystring: OfInstance,
		data: GroupInvite,
		errors: [...GROUP_ERRORS, 'not_admin'],
		handler: async ({ params: { groupId }, query: { instanceId } }) => {
			const { connection } = await connectionTo(groupId, instanceId);
			return { invite: await connection.getInvite(groupId) };
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/groups/:groupId/invite',
		operationId: 'revokeGroupInvite',
		summary: 'Revoke the invite link of a group, and get the new one',
		params: OneGroup,
		querystring: OfInstance,
		data: GroupInvite,
		errors: [...GROUP_ERRORS, 'not_admin'],
		handler: async ({ params: { groupId }, query: { instanceId } }) => {
			const { connection } = await connectionTo(groupId, instanceId);
			return { invite: await connection.revokeInvite(groupId) };
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/groups/join',
		concerns: 'instance in body',
		operationId: 'joinGroup',
		summary: 'Join a group by its invite',
		body: JoinGroupBody,
		data: GroupDetail,
		errors: GROUP_ERRORS,
		handler: async ({ body: { instanceId, invite } }) => {
			const { connection } = await connectionWithGroups(instanceId);
			return groupDetail(await connection.joinGroup(invite));
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/groups/:groupId/membership',
		operationId: 'leaveGroup',
		summary: 'Leave a group',
		params: OneGroup,
		querystring: OfInstance,
		response: Done,
		errors: GROUP_ERRORS,
		handler: async ({ params: { groupId }, query: { instanceId } }) => {
			const { connection } = await connectionTo(groupId, instanceId);
			await connection.leaveGroup(groupId);
			return { success: true, message: 'The instance is no longer a participant of the group.' };
		},
	});
	return Promise.resolve();
};
