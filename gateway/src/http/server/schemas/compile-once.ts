/**
 * Compiles equal schemas once per process: every route describes the same few errors, and compiling is most of the
 * work of a start.
 */
export function compileOnce<Compiled>(compile: (schema: object) => Compiled): (schema: object) => Compiled {
	const known = new Map<string, Compiled>();
	return (schema) => {
		const text = JSON.stringify(schema);
		let compiled = known.get(text);
		if (compiled === undefined) {
			compiled = compile(schema);
			known.set(text, compiled);
		}
		return compiled;
	};
}
