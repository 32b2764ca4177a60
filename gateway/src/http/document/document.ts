import { inDocument, isObject, objectAt, type JsonObject } from './json.ts';
import { nameSchemas, operationsOf, reference } from './name-schemas.ts';
import { namedSchemas } from './named-schemas.ts';
import { shareParameters } from './shared-parameters.ts';
import { shareResponses } from './shared-responses.ts';
import { splitVariants } from './variants.ts';
import { anyEvent, eventSchemas, WEBHOOK_PARAMETERS, webhooksSection } from './webhooks-section.ts';

/** Whether a path is asked by the gateway's own page alone, in the session of a person. */
const isOfPage = (path: string) => path.startsWith('/admin/');

/**
 * Makes the document that @fastify/swagger derives from the routes one that generators of clients like: named
 * schemas, shared responses with their headers, the shapes of bodies, and the events of webhooks. The schemas that
 * validate and serialize stay as they are. What only the gateway's page uses is a document of its own.
 */
export function completeDocuments(derived: JsonObject): { api: JsonObject; page: JsonObject } {
	const api = withPaths(derived, (path) => !isOfPage(path));
	api.webhooks = webhooksSection();
	objectAt(api, 'components').parameters = { ...WEBHOOK_PARAMETERS };
	objectAt(objectAt(api, 'components'), 'schemas').Event = anyEvent();
	return { api: completed(api, eventSchemas()), page: completed(withPaths(derived, isOfPage), new Map()) };
}

function withPaths(document: JsonObject, isIncluded: (path: string) => boolean): JsonObject {
	const copy = structuredClone(document);
	copy.paths = Object.fromEntries(
		Object.entries(objectAt(copy, 'paths')).filter(([path]) => isIncluded(path)),
	);
	return copy;
}

function completed(document: JsonObject, events: ReadonlyMap<string, JsonObject>): JsonObject {
	const schemas = objectAt(objectAt(document, 'components'), 'schemas');
	shareResponses(document);
	shareParameters(document);
	splitVariants(operationsOf(document), schemas);
	const named = [...namedSchemas(), ...events].map(([name, schema]) => [name, inDocument(schema)] as const);
	nameSchemas(document, new Map(named), events.keys());
	describeStoredBody(schemas);
	return document;
}

/** The stored body of a delivery is the text of an event. */
function describeStoredBody({ DeliveryDetail: delivery, Event: event }: JsonObject): void {
	if (!isObject(delivery) || event === undefined) return;
	Object.assign(objectAt(objectAt(delivery, 'properties'), 'body'), {
		contentMediaType: 'application/json',
		contentSchema: reference('Event'),
	});
}
