import type { MessageTemplate } from '../../domain/messages/template.ts';
import { officialConnectionOrThrow } from '../../instances/find-instance.ts';
import type { Connections } from '../../network/connections/connections.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Checks with the network that an instance may send a template with these parameters; returns the rendered text. Throws
 * invalid_instance, official_api_required, instance_disconnected, template_not_found, template_not_approved,
 * invalid_template_params.
 */
export async function checkTemplate(
	db: Db,
	connections: Connections,
	instanceId: string,
	template: MessageTemplate,
): Promise<string> {
	const connection = await officialConnectionOrThrow(db, connections, instanceId);
	return connection.checkTemplate(template);
}
