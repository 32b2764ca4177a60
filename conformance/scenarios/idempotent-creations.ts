import type { Call } from '../client/session.ts';
import { textAt } from '../document/schema.ts';
import { PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

/** A request that creates something, and how that is deleted again. */
interface Creation {
	operation: string;
	/** The error code after the deletion. */
	notFound: string;
	call: (fixtures: Fixtures, instanceId: string) => Call;
	/** The field of the body that another request has another value in. */
	field: string;
	deletion: (id: string) => { operation: string; path: Readonly<Record<string, string>> };
	/** The path of the id in the response. */
	id: string;
}

const CHAT = `${PHONE}@s.whatsapp.net`;

const CREATIONS: readonly Creation[] = [
	{
		operation: 'POST /v1/instances',
		notFound: 'instance_not_found',
		call: () => ({ body: { name: 'Shop' } }),
		field: 'name',
		deletion: (instanceId) => ({ operation: 'DELETE /v1/instances/{}', path: { instanceId } }),
		id: 'data.id',
	},
	{
		operation: 'POST /v1/webhooks',
		notFound: 'webhook_not_found',
		call: ({ receiver }, instanceId) => ({
			body: { url: `${receiver.url}/hook`, events: ['instance.connected'], instanceId, name: 'Shop' },
		}),
		field: 'name',
		deletion: (webhookId) => ({ operation: 'DELETE /v1/webhooks/{}', path: { webhookId } }),
		id: 'data.id',
	},
	{
		operation: 'POST /v1/chats/{}/notes',
		notFound: 'note_not_found',
		call: (_fixtures, instanceId) => ({
			path: { chatId: CHAT },
			body: { instanceId, text: 'Wants an invoice' },
		}),
		field: 'text',
		deletion: (noteId) => ({ operation: 'DELETE /v1/chats/{}/notes/{}', path: { chatId: CHAT, noteId } }),
		id: 'data.noteId',
	},
];

/** Creations that are repeated with their Idempotency-Key, but with another body, or after the deletion of their result. */
export const IDEMPOTENT_CREATION_SCENARIOS: readonly Scenario[] = CREATIONS.flatMap(
	({ operation, notFound, call, field, deletion, id }): Scenario[] => [
		{
			operation,
			code: 'idempotency_key_reused',
			what: 'the same Idempotency-Key with another body',
			async call(fixtures) {
				const first = {
					...call(fixtures, await instanceWithChat(fixtures)),
					headers: keyOf('reused', operation),
				};
				await fixtures.session.send(operation, first);
				return { ...first, body: { ...(first.body as object), [field]: 'Another one' } };
			},
		},
		{
			operation,
			code: notFound,
			what: 'the same Idempotency-Key after the deletion of what it created',
			async call(fixtures) {
				const instanceId = await instanceWithChat(fixtures);
				const first = { ...call(fixtures, instanceId), headers: keyOf('deleted', operation) };
				const { response } = await fixtures.session.send(operation, first);
				const deleted = deletion(textAt(response.json, id));
				const query = operation.endsWith('notes') ? { instanceId } : {};
				await fixtures.session.send(deleted.operation, { path: deleted.path, query });
				return first;
			},
		},
	],
);

async function instanceWithChat(fixtures: Fixtures): Promise<string> {
	await fixtures.chat();
	return fixtures.connected();
}

function keyOf(what: string, operation: string): Readonly<Record<string, string>> {
	return { 'idempotency-key': `${what} ${operation}` };
}
