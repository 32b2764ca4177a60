/*
 * Plugins of Swagger UI, which shows the reference at /docs. They run in the browser: the page gets their source, so each
 * uses nothing from outside itself but what Swagger UI has there.
 */

/** What a page with Swagger UI has. */
declare const SwaggerUIBundle: { plugins: { DownloadUrl: (system: object) => object } };

/** Loads the document from its address: a plugin of Swagger UI that plugins in its configuration replace. */
export function downloadUrl(system: object): object {
	return SwaggerUIBundle.plugins.DownloadUrl(system);
}

interface SpecSystem {
	specActions: { updateJsonSpec: (document: unknown) => void };
}

/**
 * Resolves references within the document. In Swagger UI's place: for each part that is shown it turns all of an
 * OpenAPI 3.1 document into objects, which takes seconds, and it reads JSON as YAML.
 */
export function localReferences(): object {
	const resolveSubtree = (document: unknown, path: readonly string[]): Promise<object> => {
		const valueAt = (keys: readonly string[]): unknown =>
			keys.reduce<unknown>(
				(value, key) =>
					typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
				document,
			);
		const keysOf = (reference: string): string[] =>
			reference
				.slice('#/'.length)
				.split('/')
				.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
		/** `open`: the references that are being resolved; one of them stays, where a schema contains itself. */
		const resolve = (value: unknown, open: readonly string[]): unknown => {
			if (Array.isArray(value)) return value.map((item) => resolve(item, open));
			if (typeof value !== 'object' || value === null) return value;
			const { $ref: reference, ...others } = value as Record<string, unknown>;
			const entries = Object.entries(others).map(([key, inner]) => [key, resolve(inner, open)]);
			const own = Object.fromEntries(entries) as object;
			if (typeof reference !== 'string') return own;
			if (!reference.startsWith('#/') || open.includes(reference)) return value;
			return { ...(resolve(valueAt(keysOf(reference)), [...open, reference]) as object), ...own };
		};
		return Promise.resolve({ spec: resolve(valueAt(path), []), errors: [] });
	};
	const parseToJson = (_original: unknown, { specActions }: SpecSystem) => {
		return (text: string): void => {
			specActions.updateJsonSpec(JSON.parse(text));
		};
	};
	return {
		fn: { resolveSubtree },
		statePlugins: { spec: { wrapActions: { parseToJson } } },
	};
}
