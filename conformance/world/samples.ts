import { bare, type Operation } from '../document/document.ts';
import { exampleOf, type Known } from '../document/example.ts';
import type { Call } from '../exchange/session.ts';
import { multipart } from './multipart.ts';
import { OFFICIAL, OTHER_HELD_PHONE, PHONE, type World } from './world.ts';

/** Somebody without a phone number. */
const LID = '123456789012345@lid';

type Sample = (world: World, known: Known) => Promise<Call> | Call;

/**
 * Calls that succeed, for operations that need more than fields filled in by their names: something fresh every
 * time, another state, or several kinds of body.
 */
const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
	'PATCH /v1/instances/{}': [
		(_world, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { name: 'Shop', settings: { autoRead: false, autoTyping: true } },
		}),
	],
	'POST /simulator/v1/instances/{}/groups': [
		(_world, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { from: PHONE, name: 'Neighbours', participants: [PHONE], announce: false, restrict: false },
		}),
	],
	'DELETE /v1/instances/{}': [async (world) => ({ path: { instanceId: await world.newInstance() } })],
	'POST /v1/instances/{}/connect': [
		async (world) => ({ path: { instanceId: await world.newInstance() }, body: { method: 'qrcode' } }),
		async (world) => ({
			path: { instanceId: await world.newInstance() },
			body: { method: 'official', ...OFFICIAL },
		}),
	],
	'GET /v1/instances/{}/qrcode': [async (world) => ({ path: { instanceId: await world.newWaiting() } })],
	'POST /v1/instances/{}/disconnect': [
		async (world) => ({ path: { instanceId: await world.newConnected() } }),
	],
	'POST /simulator/v1/instances/{}/scan': [
		async (world) => ({ path: { instanceId: await world.newWaiting() } }),
	],
	'POST /simulator/v1/instances/{}/logout': [
		async (world) => ({ path: { instanceId: await world.newConnected() } }),
	],
	// For a moment nothing arrives at the instance: not at the one all other requests are about.
	'POST /simulator/v1/instances/{}/drop': [
		async (world) => ({ path: { instanceId: await world.newConnected() } }),
	],
	'POST /v1/messages/send': [
		(_world, { instanceId }) => ({ body: { instanceId, to: PHONE, message: 'Hello' } }),
		(_world, { instanceId, mediaUrl }) => ({
			body: {
				instanceId,
				to: PHONE,
				mediaUrl,
				mediaType: 'image',
				caption: 'A pixel',
				filename: 'pixel.png',
			},
		}),
	],
	'POST /v1/messages/template': [
		async (world) => ({
			body: {
				instanceId: await world.official(),
				to: PHONE,
				template: { name: 'hello_world', language: 'en_US' },
			},
		}),
		async (world) => ({ body: { instanceId: await world.official(), to: PHONE, template: ORDER_UPDATE } }),
		async (world, { link }) => ({
			body: { instanceId: await world.official(), to: PHONE, template: invoice(link) },
		}),
	],
	'GET /v1/messages': [
		(_world, { instanceId }) => ({ query: { instanceId } }),
		(_world, { instanceId, chatId }) => ({ query: { instanceId, chatId } }),
		(_world, { instanceId, before, phone }) => ({
			query: { instanceId, before, after: 'msg_01jz0000000000000000000000', phone, limit: 1 },
		}),
	],
	'POST /v1/media': [
		() => multipart([{ name: 'file', filename: 'pixel.png', type: 'image/png', media: 'pixel.png' }]),
	],
	'GET /v1/templates': [async (world) => ({ query: { instanceId: await world.official() } })],
	'GET /v1/messages/{}/media': [async (world) => ({ path: { messageId: await world.newPicture() } })],
	'POST /simulator/v1/instances/{}/messages': [
		(_world, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: {
				from: PHONE,
				type: 'text',
				content: 'Hello',
				contactName: 'Ada',
				chatId: `${PHONE}@s.whatsapp.net`,
			},
		}),
		(_world, { instanceId, mediaUrl }) => ({
			path: { instanceId: String(instanceId) },
			body: { from: PHONE, type: 'image', mediaUrl },
		}),
		(_world, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { from: null, senderId: LID, unsupported: { reason: 'view_once' }, networkId: 'once' },
		}),
		async (world, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: {
				from: PHONE,
				content: 'Yes',
				quotedMessageId: await world.receiveFrom(String(instanceId), PHONE),
			},
		}),
	],
	'PUT /simulator/v1/phones/{}': [
		() => ({
			path: { number: OTHER_HELD_PHONE },
			body: { name: 'Ada', online: true, reads: 'automatically' },
		}),
	],
	'DELETE /simulator/v1/phones/{}': [
		async (world) => ({ path: { number: await world.hold(OTHER_HELD_PHONE) } }),
	],
	'GET /simulator/v1/phones/{}/messages': [
		(_world, { instanceId }) => ({ query: { instanceId } }),
		async (world, { instanceId, before }) => ({
			query: { instanceId, before, limit: 1, groupId: await world.newPhoneGroup(String(instanceId)) },
		}),
	],
	'POST /simulator/v1/phones/{}/messages': [
		(_world, { instanceId }) => ({ body: { instanceId, type: 'text', content: 'Hello' } }),
		(_world, { instanceId, mediaUrl }) => ({ body: { instanceId, type: 'image', mediaUrl } }),
		async (world, { instanceId, number }) => ({
			body: {
				instanceId,
				content: 'Yes',
				quotedMessageId: await world.receiveFrom(String(instanceId), String(number)),
			},
		}),
		async (world, { instanceId }) => ({
			body: { instanceId, content: 'Hello', groupId: await world.newPhoneGroup(String(instanceId)) },
		}),
	],
	...Object.fromEntries(
		['read', 'typing'].map((action): [string, readonly Sample[]] => [
			`POST /simulator/v1/phones/{}/${action}`,
			[
				(_world, { instanceId }) => ({ body: { instanceId } }),
				async (world, { instanceId }) => ({
					body: { instanceId, groupId: await world.newPhoneGroup(String(instanceId)) },
				}),
			],
		]),
	),
	'POST /simulator/v1/phones/{}/block': [
		(_world, { instanceId }) => ({ body: { instanceId, blocked: false } }),
	],
	'POST /v1/webhooks': [
		async (world, { url, events }) => ({ body: { url, events, instanceId: await world.quiet() } }),
	],
	'GET /v1/webhooks/{}/deliveries': [
		async (world) => ({ path: pathOf(await world.delivered()) }),
		async (world) => ({
			path: pathOf(await world.delivered()),
			query: {
				status: 'success',
				event: 'message.sent',
				limit: 1,
				before: 'dlv_7zzzzzzzzzzzzzzzzzzzzzzzzz',
			},
		}),
	],
	'GET /v1/webhooks/{}/deliveries/{}': [async (world) => ({ path: await world.delivered() })],
	'POST /v1/webhooks/{}/deliveries/{}/retry': [async (world) => ({ path: await world.delivered() })],
	'POST /v1/webhooks/{}/deliveries/recover': [
		async (world) => ({
			path: pathOf(await world.delivered()),
			body: { since: '2026-01-31T12:00:00.000Z' },
		}),
		async (world) => ({
			path: pathOf(await world.delivered()),
			body: { since: '2026-01-31T12:00:00.000Z', until: '2026-01-31T18:00:00.000Z' },
		}),
	],
	'GET /v1/webhooks/{}/health': [async (world) => ({ path: pathOf(await world.delivered()) })],
	'POST /v1/webhooks/{}/rotate-secret': [
		async (world) => ({ path: pathOf(await world.delivered()), body: {} }),
		async (world) => ({
			path: pathOf(await world.delivered()),
			body: { secret: 'another-secret-of-the-checker' },
		}),
	],
	'POST /admin/v1/setup': [
		async ({ session }) => {
			const token = await session.owner.setupToken();
			return { body: { token, password: session.owner.password() } };
		},
	],
	'POST /admin/v1/session': [
		async ({ session }) => {
			await session.owner.headers();
			return { body: { password: session.owner.password() } };
		},
	],
	'DELETE /admin/v1/session': [async ({ session }) => ({ headers: (await session.owner.another()).headers })],
	'DELETE /admin/v1/sessions/{}': [
		async ({ session }) => {
			const { sessionId } = await session.owner.another();
			return { path: { sessionId: sessionId === '' ? 'ses_none' : sessionId } };
		},
	],
	'PUT /admin/v1/password': [
		async ({ session }) => {
			await session.owner.headers();
			const password = session.owner.password();
			return { body: { currentPassword: password, newPassword: password } };
		},
	],
	'POST /admin/v1/keys': [
		() => ({ body: { name: 'Conformance' } }),
		() => ({
			body: {
				name: 'Conformance',
				scopes: ['billing:read'],
				allowedIps: ['203.0.113.0/24'],
				expiresAt: '2099-01-31T12:00:00.000Z',
			},
		}),
	],
	'DELETE /admin/v1/keys/{}': [async (world) => ({ path: { keyId: await world.newKey() } })],
	'GET /admin/v1/overview': [() => ({ query: { hours: 2 } })],
	'GET /admin/v1/events': [
		(_world, { instanceId }) => ({
			query: {
				kind: 'message.sent',
				instanceId,
				limit: 1,
				before: 'evt_7zzzzzzzzzzzzzzzzzzzzzzzzz',
			},
		}),
	],
	'GET /admin/v1/audit': [() => ({ query: { limit: 1, before: 'aud_7zzzzzzzzzzzzzzzzzzzzzzzzz' } })],
	'DELETE /v1/webhooks/{}': [async (world) => ({ path: { webhookId: await world.newWebhook() } })],
	'GET /v1/webhooks/{}/logs': [
		(_world, { webhookId }) => ({ path: { webhookId: String(webhookId) } }),
		(_world, { webhookId }) => ({
			path: { webhookId: String(webhookId) },
			query: { limit: 1, before: 'dlv_01jz0000000000000000000000' },
		}),
	],
};

function pathOf({ webhookId }: { webhookId: string }): { webhookId: string } {
	return { webhookId };
}

const ORDER_UPDATE = {
	name: 'order_update',
	language: 'en_US',
	components: [
		{
			type: 'body',
			parameters: [
				{ type: 'text', text: 'Ada' },
				{ type: 'text', text: '4711' },
			],
		},
	],
};

function invoice(link: unknown): unknown {
	return {
		name: 'invoice_ready',
		language: 'en_US',
		components: [
			{ type: 'header', parameters: [{ type: 'image', image: { link } }] },
			{
				type: 'body',
				parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12_340 } }],
			},
			{ type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '4711' }] },
		],
	};
}

/** Calls to an operation that have to succeed, each made anew: what they are about exists and fits. */
export async function samplesOf(operation: Operation, world: World, known: Known): Promise<Call[]> {
	const special = SAMPLES[bare(operation.name)];
	const own = special === undefined ? [{}] : await Promise.all(special.map((sample) => sample(world, known)));
	return own.map((call) => complete(operation, call, known));
}

/** The first of an operation's samples. */
export async function sampleOf(operation: Operation, world: World, known: Known): Promise<Call> {
	const [sample] = SAMPLES[bare(operation.name)] ?? [];
	return complete(operation, (await sample?.(world, known)) ?? {}, known);
}

/** Fills in what a call needs and does not have yet, by the names of the fields. */
function complete(operation: Operation, call: Call, known: Known): Call {
	const path: Record<string, string> = {};
	const query: Record<string, unknown> = {};
	for (const parameter of operation.parameters) {
		const value = exampleOf(parameter.schema, parameter.name, known);
		if (parameter.in === 'path') path[parameter.name] = String(value);
		else if (parameter.in === 'query' && parameter.required) query[parameter.name] = value;
	}
	const absent = call.body === undefined && call.raw === undefined;
	return {
		...call,
		path: { ...path, ...call.path },
		query: { ...query, ...call.query },
		...(absent && operation.body !== null ? { body: exampleOf(operation.body.schema, '', known) } : {}),
	};
}
