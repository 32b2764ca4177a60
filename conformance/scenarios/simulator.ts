import { PHONE, SILENT_PHONE, type World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

/** What phones do to an instance that is not there any more, and media that cannot arrive. */
export const SIMULATOR_SCENARIOS: readonly Scenario[] = [
	afterLogout('messages', { from: PHONE, content: 'Hello' }),
	afterLogout('messages/{}/receipts', { status: 'delivered' }),
	afterLogout('contacts/{}/block', { blocked: true }),
	afterLogout('groups', { from: PHONE, name: 'Neighbours', participants: [PHONE] }),
	afterLogout('groups/{}/participants', { action: 'add', participants: [PHONE] }),
	afterLogout('history', { messages: 1 }),
	afterLogout('drop'),
	{
		operation: 'GET /simulator/v1/instances/{}/chats/{}',
		code: 'instance_disconnected',
		what: 'not connected',
		call: async (world) => ({ path: { ...(await endedInstance(world)), chatId: PHONE } }),
	},
	...(
		[
			['media_too_large', 'huge.png'],
			['media_download_failed', 'missing.png'],
			['unsupported_media_type', 'page.html'],
		] as const
	).map(
		([code, file]): Scenario => ({
			operation: 'POST /simulator/v1/instances/{}/messages',
			code,
			what: `${file} arrives`,
			call: (world, { instanceId }) => ({
				path: { instanceId: String(instanceId) },
				body: { from: PHONE, type: 'image', mediaUrl: `${world.receiver.url}/media/${file}` },
			}),
		}),
	),
];

function afterLogout(action: string, body?: unknown): Scenario {
	return {
		operation: `POST /simulator/v1/instances/{}/${action}`,
		code: 'instance_disconnected',
		what: 'not connected',
		call: async (world) => ({ path: await endedInstance(world), body }),
	};
}

/** An instance that was connected until just now, with everything a path can name. */
async function endedInstance(world: World): Promise<Record<string, string>> {
	const instanceId = await world.newConnected();
	const messageId = await world.send(instanceId, SILENT_PHONE);
	const groupId = await world.newGroup(instanceId);
	await world.session.send('POST /simulator/v1/instances/{}/logout', { path: { instanceId } });
	return { instanceId, messageId, groupId, phone: PHONE };
}
