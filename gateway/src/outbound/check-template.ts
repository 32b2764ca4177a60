import { GatewayError } from '../domain/error.ts';
import type { MessageTemplate } from '../domain/template.ts';
import { namedInstanceOrThrow, notConnected } from '../instances/find.ts';
import type { Connections } from '../network/connections.ts';
import type { Db } from '../store/schema.ts';

/**
 * Asks the network whether an instance may send a template with these parameters; gives the text it results in.
 * Throws invalid_instance, official_api_required, instance_disconnected, template_not_found,
 * template_not_approved, invalid_template_params.
 */
export async function checkTemplate(
	db: Db,
	connections: Connections,
	instanceId: string,
	template: MessageTemplate,
): Promise<string> {
	const instance = await namedInstanceOrThrow(db, instanceId);
	if (instance.method !== 'official') {
		throw new GatewayError(
			'official_api_required',
			`Templates need the official API, which the instance "${instance.name}" is not connected by. Connect one with method "official", or send a text.`,
		);
	}
	const connection = connections.of(instance.id);
	if (connection === null) throw notConnected(instance);
	return connection.checkTemplate(template);
}
