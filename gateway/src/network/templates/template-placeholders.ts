import type { TemplateParameter } from '../../domain/messages/template.ts';

/** Returns the distinct placeholders of a text without braces: numbers sorted, names in the order of the text. */
export function placeholdersIn(text: string): string[] {
	const matches = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1] ?? '');
	const names = [...new Set(matches)];
	return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** Returns why parameters do not fit the placeholders they name; null: they fit, or have positions instead of names. */
export function wrongName(parameters: readonly TemplateParameter[], names: readonly string[]): string | null {
	const given = parameters.flatMap(({ parameter_name: name }) => name ?? []);
	if (given.length === 0) return null;
	if (given.length < parameters.length) return 'has parameters with and without a parameter_name';
	const unknown = given.find((name) => !names.includes(name));
	if (unknown !== undefined) return `does not have {{${unknown}}}`;
	const twice = given.find((name, index) => given.indexOf(name) < index);
	return twice === undefined ? null : `has {{${twice}}} twice`;
}

/** Returns parameters that fit the placeholders in their order, without names. */
export function inOrderOf(
	names: readonly string[],
	parameters: readonly TemplateParameter[],
): readonly TemplateParameter[] {
	const position = ({ parameter_name: name }: TemplateParameter, index: number): number =>
		name === undefined ? index : names.indexOf(name);
	return parameters
		.map((parameter, index) => ({ parameter, at: position(parameter, index) }))
		.sort((a, b) => a.at - b.at)
		.map(({ parameter }) => {
			const unnamed = { ...parameter };
			delete unnamed.parameter_name;
			return unnamed;
		});
}
