/**
 * Compiles schemas when they are used first, and equal schemas once per process: every route describes the same few
 * errors, compiling all of them would be most of the work of a start, and most are never used.
 */
export function compileOnUse<Input, Output>(
	compile: (schema: object) => (input: Input) => Output,
): (schema: object) => (input: Input) => Output {
	const known = new Map<string, (input: Input) => Output>();

	function compiledOf(schema: object): (input: Input) => Output {
		const text = JSON.stringify(schema);
		let compiled = known.get(text);
		if (compiled === undefined) {
			compiled = compile(schema);
			known.set(text, compiled);
		}
		return compiled;
	}

	return (schema) => {
		let compiled: ((input: Input) => Output) | null = null;
		return (input) => {
			compiled ??= compiledOf(schema);
			return compiled(input);
		};
	};
}
