import { instanceOrThrow, notConnected } from '../../instances/find-instance.ts';
import { requireCapability } from '../../instances/require-capability.ts';
import { withPicture } from '../../outbound/media/with-picture.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import { updateInstance } from '../../store/instances/instances.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { requireChange } from '../server/require-change.ts';
import { ChangeProfileBody, InstanceProfile } from './profile-schema.ts';
import { OneInstance } from './schema.ts';

/** The account's own profile, as other people see it. */
export const instanceProfileRoutes: Routes<'store' | 'clock' | 'newId' | 'connections' | 'media'> = (
	app,
	deps,
) => {
	const { store, clock, newId, connections } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Instances' });

	defineRoute({
		method: 'PATCH',
		url: '/v1/instances/:instanceId/profile',
		access: 'instances:write',
		concerns: 'instance in path',
		extension: true,
		config: { requiresLease: true },
		operationId: 'changeProfile',
		summary: 'Change the name, the text or the picture that other people see of the account',
		description: 'Absent fields stay unchanged. The official API cannot change the name.',
		params: OneInstance,
		body: ChangeProfileBody,
		data: InstanceProfile,
		errors: [
			'instance_not_found',
			'instance_disconnected',
			'official_api_instance',
			'invalid_media_url',
			'media_download_failed',
			'media_too_large',
			'unsupported_media_type',
		],
		handler: async (request) => {
			const { name, about, picture } = request.body;
			requireChange(request.body, ['name', 'about', 'picture']);
			const instance = await instanceOrThrow(store.read, request.params.instanceId);
			const connection = connections.get(instance.id);
			if (connection === null) throw notConnected(instance);
			if (name !== undefined) requireCapability({ instance, connection }, 'profile_name');
			if (about !== undefined || picture !== undefined) {
				requireCapability({ instance, connection }, 'profile_changes');
			}
			const caller = callerOf(request);
			const texts = { ...(name === undefined ? {} : { name }), ...(about === undefined ? {} : { about }) };
			const source = { instanceId: instance.id, picture, caller };
			const profile = await withPicture(deps, source, (change) =>
				connection.updateProfile({ ...texts, ...change }),
			);
			const at = clock.now();
			const { profileName, profilePicUrl = instance.profile_pic_url } = profile;
			await store.commit(async ({ db }) => {
				await updateInstance(db, instance.id, { profile_name: profileName, profile_pic_url: profilePicUrl });
				const details = { profile: Object.keys(request.body) };
				const act = { action: 'instance.updated' as const, target: instance.id, details };
				await recordAudit(db, newId, { actor: caller.actor, at }, act);
			});
			return { ...profile, profilePicUrl };
		},
	});
	return Promise.resolve();
};
