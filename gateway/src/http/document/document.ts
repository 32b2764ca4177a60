import { isObject, type JsonObject } from '../../lib/json-object.ts';
import { inDocument, objectAt } from './json.ts';
import { nameSchemas, operationsOf, reference } from './name-schemas.ts';
import { namedSchemas } from './named-schemas.ts';
import { shareParameters } from './shared-parameters.ts';
import { shareResponses } from './shared-responses.ts';
import { splitVariants } from './variants.ts';
import { anyEvent, eventSchemas, WEBHOOK_PARAMETERS, webhooksSection } from './webhooks-section.ts';

/** The prefixes of the paths in documents of their own: of the gateway's page, and of the simulated network. */
const SEPARATE_PREFIXES = { page: '/admin/', simulator: '/simulator/' };
export type Documents = Record<'api' | keyof typeof SEPARATE_PREFIXES, JsonObject>;

/**
 * Makes the document that @fastify/swagger derives from the routes one that generators of clients like: named schemas,
 * shared responses with their headers, the shapes of bodies, and the events of webhooks. The schemas that validate and
 * serialize stay as they are. Operations for the page and the simulated network are in documents of their own.
 */
export function completeDocuments(derived: JsonObject): Documents {
	const prefixes = Object.values(SEPARATE_PREFIXES);
	const separate = (prefix: string) =>
		completed(
			withPaths(derived, (path) => path.startsWith(prefix)),
			new Map(),
		);
	const api = withPaths(derived, (path) => !prefixes.some((prefix) => path.startsWith(prefix)));
	api.webhooks = webhooksSection();
	objectAt(api, 'components').parameters = { ...WEBHOOK_PARAMETERS };
	objectAt(objectAt(api, 'components'), 'schemas').Event = anyEvent();
	return {
		api: completed(api, eventSchemas()),
		page: separate(SEPARATE_PREFIXES.page),
		simulator: separate(SEPARATE_PREFIXES.simulator),
	};
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
