import { GatewayError } from '../../../domain/error.ts';
import type { MessageTemplate, TemplateComponent } from '../../../domain/template.ts';
import { parameterText } from '../../parameter-text.ts';
import type { TemplateDefinition } from './template-definition.ts';

/** The text a template results in. Throws template_not_approved, invalid_template_params. */
export function renderDefinition(definition: TemplateDefinition, template: MessageTemplate): string {
	if (definition.status !== 'approved') {
		throw new GatewayError(
			'template_not_approved',
			`Meta has not approved the template "${definition.name}", or has taken that back: it is ${definition.status}. Use one that is approved.`,
		);
	}
	checkParameters(definition, template.components);
	const values = template.components.find(({ type }) => type === 'body')?.parameters ?? [];
	return definition.body.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_place, name: string) => {
		const value = values[definition.places.indexOf(name)];
		return value === undefined ? '' : parameterText(value, template.language);
	});
}

/** Every part has as many parameters as the template has places for, and is named at most once. */
function checkParameters(definition: TemplateDefinition, components: readonly TemplateComponent[]): void {
	const wrong = (reason: string) =>
		new GatewayError(
			'invalid_template_params',
			`The parameters do not fit the template "${definition.name}": ${reason}.`,
		);
	const { header, places, buttons } = definition;
	if (header !== null && header !== 'image') {
		throw wrong(`its header takes a ${header}, which this interface cannot give it; use a template without`);
	}
	const wanted = new Map<string, { least: number; most: number }>([
		['the header', exactly(header === null ? 0 : 1)],
		['the body', exactly(places.length)],
		...buttons.map(({ subType, ...count }, index) => [`the ${subType} button ${index}`, count] as const),
	]);
	const given = new Map<string, number>();
	for (const component of components) {
		const part = partOf(component);
		if (given.has(part)) throw wrong(`${part} is given twice`);
		if (!wanted.has(part)) throw wrong(`it does not have ${part}`);
		given.set(part, component.parameters.length);
	}
	for (const [part, { least, most }] of wanted) {
		const count = given.get(part) ?? 0;
		if (count >= least && count <= most) continue;
		throw wrong(`${part} takes ${least} parameters, but ${count} came`);
	}
}

function exactly(count: number): { least: number; most: number } {
	return { least: count, most: count };
}

function partOf({ type, sub_type: subType = '', index = 0 }: TemplateComponent): string {
	return type === 'button' ? `the ${subType.toLowerCase()} button ${index}` : `the ${type}`;
}
