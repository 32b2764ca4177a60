import type { TemplatePlaceholder } from '../../../domain/messages/template.ts';
import { getArray, getPath, getString } from '../graph/json.ts';
import type { TemplateButton, TemplateDefinition } from './template-definition.ts';

/** The longest example that is kept, in characters. */
const EXAMPLE_LIMIT = 256;
/** The longest text of a button that is kept, in characters; Meta allows 25. */
const TITLE_LIMIT = 64;

const TEXT = { subType: null, index: null, title: null, required: true } as const;

/** Returns the placeholders of a text, with the examples of its component at Meta. */
export function textPlaceholders(
	component: 'header' | 'body',
	names: readonly string[],
	value: unknown,
): TemplatePlaceholder[] {
	return names.map((name, position) => ({
		...TEXT,
		component,
		name,
		type: 'text',
		example: bounded(textExample(component, getPath(value, 'example'), name, position)),
	}));
}

/** Returns the placeholder of a header with a file or a location; empty: the template has no such header. */
export function filePlaceholder(type: Exclude<TemplateDefinition['header'], 'text'>): TemplatePlaceholder[] {
	return type === null ? [] : [{ ...TEXT, component: 'header', name: null, type, example: null }];
}

/** Returns the placeholders of buttons; `listed` are the same buttons as Meta lists them. */
export function buttonPlaceholders(
	buttons: readonly TemplateButton[],
	listed: readonly unknown[],
): TemplatePlaceholder[] {
	return buttons.flatMap(({ subType, parameterTypes: [type], min, max }, index) => {
		if (type === undefined || max === 0) return [];
		const button = listed[index];
		return {
			component: 'button',
			subType,
			index,
			name: null,
			type,
			required: min > 0,
			example: bounded(buttonExample(button)),
			title: getString(button, 'text')?.slice(0, TITLE_LIMIT) ?? null,
		};
	});
}

/** Meta lists examples by name, by position, or as rows of positional examples. */
function textExample(component: string, example: unknown, name: string, position: number): string | null {
	const byName = getArray(example, `${component}_text_named_params`);
	const named = byName.find((candidate) => getString(candidate, 'param_name') === name);
	if (named !== undefined) return getString(named, 'example');
	const list = getArray(example, `${component}_text`);
	return getString(Array.isArray(list[0]) ? list[0] : list, position);
}

/** Returns what fills the end of a link, though Meta may list the complete link; of other buttons the example itself. */
function buttonExample(button: unknown): string | null {
	const example = getString(button, 'example') ?? getString(button, 'example', 0);
	const beginning = getString(button, 'url')?.split('{{')[0] ?? '';
	if (example === null || beginning === '') return example;
	return example.startsWith(beginning) ? example.slice(beginning.length) : example;
}

function bounded(example: string | null): string | null {
	return example === null || example === '' ? null : example.slice(0, EXAMPLE_LIMIT);
}
