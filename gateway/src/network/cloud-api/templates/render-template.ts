import { GatewayError } from '../../../domain/error.ts';
import type { MessageTemplate, TemplateComponent } from '../../../domain/template.ts';
import { parameterText } from '../../parameter-text.ts';
import type { TemplateDefinition } from './template-definition.ts';

/** Returns the body of a template with its parameters. Throws template_not_approved or invalid_template_params. */
export function renderTemplate(definition: TemplateDefinition, template: MessageTemplate): string {
	if (definition.status !== 'approved') {
		throw new GatewayError(
			'template_not_approved',
			`Meta has not approved the template "${definition.name}", or has withdrawn its approval: it is ${definition.status}. Use one that is approved.`,
		);
	}
	checkParameters(definition, template.components);
	const values = template.components.find(({ type }) => type === 'body')?.parameters ?? [];
	return definition.body.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_placeholder, name: string) => {
		const value = values[definition.placeholders.indexOf(name)];
		return value === undefined ? '' : parameterText(value, template.language);
	});
}

/** Checks that each component occurs at most once and has as many parameters as the template expects. */
function checkParameters(definition: TemplateDefinition, components: readonly TemplateComponent[]): void {
	const invalidParameters = (reason: string) =>
		new GatewayError(
			'invalid_template_params',
			`The parameters do not fit the template "${definition.name}": ${reason}.`,
		);
	const { header, placeholders, buttons } = definition;
	if (header !== null && header !== 'image') {
		throw invalidParameters(
			`its header takes a ${header}, which this API does not support; use a template without one`,
		);
	}
	const expected = new Map<string, { min: number; max: number }>([
		['the header', exactly(header === null ? 0 : 1)],
		['the body', exactly(placeholders.length)],
		...buttons.map(({ subType, ...count }, index) => [`the ${subType} button ${index}`, count] as const),
	]);
	const counts = new Map<string, number>();
	for (const component of components) {
		const name = componentName(component);
		if (counts.has(name)) throw invalidParameters(`${name} is given twice`);
		if (!expected.has(name)) throw invalidParameters(`it does not have ${name}`);
		counts.set(name, component.parameters.length);
	}
	for (const [name, { min, max }] of expected) {
		const count = counts.get(name) ?? 0;
		if (count >= min && count <= max) continue;
		throw invalidParameters(`${name} takes ${min} parameters, but ${count} came`);
	}
}

function exactly(count: number): { min: number; max: number } {
	return { min: count, max: count };
}

/** Returns the name of a component in error texts, which also identifies it. */
function componentName({ type, sub_type: subType = '', index = 0 }: TemplateComponent): string {
	return type === 'button' ? `the ${subType.toLowerCase()} button ${index}` : `the ${type}`;
}
