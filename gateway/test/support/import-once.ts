/** Set by test/support/fast-globals.environment.cjs; absent outside of Jest. */
declare global {
	var importOutsideOfJest: ((url: string) => Promise<unknown>) | undefined;
}

/**
 * Imports a module as Node.js does, once in a process. Jest loads the modules of each test file anew, which for a
 * gateway takes longer than most tests. `T` is the module's type; `from` is the `import.meta.url` of the caller.
 */
export async function importOnce<T>(specifier: string, from: string): Promise<T> {
	const url = specifier.startsWith('.') ? new URL(specifier, from).href : import.meta.resolve(specifier);
	const load = globalThis.importOutsideOfJest ?? ((file: string): Promise<unknown> => import(file));
	return (await load(url)) as T;
}
