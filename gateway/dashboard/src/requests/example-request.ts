import type { ApiRequest } from './api-request.ts';
import { answersFile, resolve, type ApiDocument, type Parameter, type Schema } from './document.ts';
import { exampleOf, type KnownIds } from './example-value.ts';
import type { FoundOperation } from './operations-of.ts';

/** Returns an example of an operation, with the ids of the screen's objects. */
export function exampleRequest(
	document: ApiDocument,
	{ method, path, operation }: FoundOperation,
	{ gateway, ids }: { gateway: string; ids: KnownIds },
): ApiRequest {
	const parameters = (operation.parameters ?? []).map((one) => resolve(document, one) as Parameter);
	const valueOf = ({ name, example, schema }: Parameter): string =>
		String(ids[name] ?? example ?? exampleOf(document, schema ?? {}, ids, name));
	const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const parameter = parameters.find((one) => one.name === name && one.in === 'path');
		return encodeURIComponent(parameter === undefined ? (ids[name] ?? name) : valueOf(parameter));
	});
	const query = new URLSearchParams(
		parameters
			.filter((one) => one.in === 'query' && (one.required === true || isKnownId(one.name, ids)))
			.map((one): [string, string] => [one.name, valueOf(one)]),
	);
	return {
		method: method.toUpperCase(),
		url: `${gateway}${filled}${query.size === 0 ? '' : `?${query}`}`,
		...bodyOf(document, operation.requestBody?.content ?? {}, ids),
		...(answersFile(document, operation) ? { answersFile: true } : {}),
	};
}

/** Whether a filter is by an id of the screen. A filter by a phone number excludes one by the chat. */
function isKnownId(name: string, ids: KnownIds): boolean {
	return name.endsWith('Id') && ids[name] !== undefined;
}

function bodyOf(
	document: ApiDocument,
	content: Record<string, { schema: unknown } | undefined>,
	ids: KnownIds,
): Pick<ApiRequest, 'body' | 'fileField'> {
	const json = content['application/json'];
	if (json !== undefined) return { body: exampleOf(document, json.schema, ids, '') };
	const form = content['multipart/form-data'];
	if (form === undefined) return {};
	const { properties = {} } = resolve(document, form.schema) as Schema;
	const isFile = (value: unknown): boolean => (resolve(document, value) as Schema).format === 'binary';
	const [fileField] = Object.keys(properties).filter((name) => isFile(properties[name]));
	return fileField === undefined ? {} : { fileField };
}
