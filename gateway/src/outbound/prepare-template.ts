import type { SendingCaller } from '../domain/caller.ts';
import type { Connections } from '../network/connections.ts';
import type { Db } from '../store/schema.ts';
import { checkTemplate } from './check-template.ts';
import type { MessageToSend } from './message-to-send.ts';
import { templateOf, type TemplateFields } from './template-request.ts';

/**
 * Checks the fields of a request to send a template. Throws invalid_parameters. The returned function has the network
 * check the template, and returns the message; it throws what checkTemplate throws.
 */
export function prepareTemplate(
	{ db, connections, caller }: { db: Db; connections: Connections; caller: SendingCaller },
	fields: { instanceId: string; to: string; template: TemplateFields; force?: boolean },
): () => Promise<MessageToSend> {
	const { instanceId, to, force = false } = fields;
	const template = templateOf(fields.template);
	return async () => ({
		instanceId,
		to,
		type: 'text',
		content: await checkTemplate(db, connections, instanceId, template),
		details: {},
		quotedMessageId: null,
		metadata: null,
		media: null,
		template,
		sendAt: null,
		force,
		isFromPerson: caller.kind === 'user',
	});
}
