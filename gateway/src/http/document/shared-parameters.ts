import { canonicalJson } from '../../lib/canonical-json.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import { objectAt, pascalCase } from './json.ts';
import { operationsOf } from './name-schemas.ts';

/**
 * Moves parameters that several operations have to `components.parameters`. Of different parameters with one name,
 * the most frequent one moves. Changes the document.
 */
export function shareParameters(document: JsonObject): void {
	const components = objectAt(objectAt(document, 'components'), 'parameters');
	const operations = operationsOf(document);
	const uses = new Map<string, { name: string; parameter: JsonObject; count: number }>();
	for (const parameter of operations.flatMap(parametersOf)) {
		const key = canonicalJson(parameter);
		const count = (uses.get(key)?.count ?? 0) + 1;
		uses.set(key, { name: nameOf(parameter), parameter, count });
	}
	const frequent = [...uses.values()].filter(({ count }) => count > 1).toSorted((a, b) => b.count - a.count);
	for (const { name, parameter } of frequent) components[name] ??= parameter;
	for (const operation of operations) {
		const parameters = parametersOf(operation);
		if (parameters.length > 0) operation.parameters = parameters.map((one) => shared(one, components));
	}
}

function parametersOf({ parameters = [] }: JsonObject): JsonObject[] {
	return parameters as JsonObject[];
}

function shared(parameter: JsonObject, components: JsonObject): JsonObject {
	const name = nameOf(parameter);
	const isSame = canonicalJson(components[name]) === canonicalJson(parameter);
	return isSame ? { $ref: `#/components/parameters/${name}` } : parameter;
}

/** `InstanceIdInPath`. */
function nameOf({ name, in: where }: JsonObject): string {
	const words = String(name).replaceAll('-', '_');
	return `${pascalCase(words)}In${pascalCase(String(where))}`;
}
