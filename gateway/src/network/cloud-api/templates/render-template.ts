import { GatewayError } from '../../../domain/error.ts';
import type {
	MessageTemplate,
	TemplateComponent,
	TemplateParameter,
} from '../../../domain/messages/template.ts';
import { parameterText } from '../../templates/parameter-text.ts';
import { inOrderOf, wrongName } from '../../templates/template-placeholders.ts';
import { headerCount, namesOf, type TemplateDefinition } from './template-definition.ts';

/** Returns the body of a template with its parameters. Throws template_not_approved or invalid_template_params. */
export function renderTemplate(definition: TemplateDefinition, template: MessageTemplate): string {
	if (definition.status !== 'approved') {
		throw new GatewayError(
			'template_not_approved',
			`Meta has not approved the template "${definition.name}", or has withdrawn its approval: it is ${definition.status}. Use one that is approved.`,
		);
	}
	checkParameters(definition, template.components);
	const given = template.components.find(({ type }) => type === 'body')?.parameters ?? [];
	const values = inOrderOf(definition.bodyNames, given);
	return definition.body.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_placeholder, name: string) => {
		const value = values[definition.bodyNames.indexOf(name)];
		return value === undefined ? '' : parameterText(value, template.language);
	});
}

/** What a component of a template takes. */
interface Slot {
	min: number;
	max: number;
	types: readonly TemplateParameter['type'][];
}

/** Checks that each component occurs at most once and has the parameters that the template expects. */
function checkParameters(definition: TemplateDefinition, components: readonly TemplateComponent[]): void {
	const invalidParameters = (reason: string) =>
		new GatewayError(
			'invalid_template_params',
			`The parameters do not fit the template "${definition.name}": ${reason}.`,
		);
	if (definition.unsupportedPart !== null) {
		throw invalidParameters(
			`it has the part ${definition.unsupportedPart}, which this API does not support; use a template without it`,
		);
	}
	const expected = slotsOf(definition);
	const counts = new Map<string, number>();
	for (const component of components) {
		const name = componentName(component);
		if (counts.has(name)) throw invalidParameters(`${name} is given twice`);
		const slot = expected.get(name);
		if (slot === undefined) throw invalidParameters(`it does not have ${name}`);
		counts.set(name, component.parameters.length);
		const wrong = component.parameters.find(({ type }) => !slot.types.includes(type));
		if (wrong !== undefined && slot.max > 0) {
			throw invalidParameters(`${name} takes ${slot.types.join(' or ')}, but ${wrong.type} came`);
		}
		const fault = wrongName(component.parameters, namesOf(definition, component));
		if (fault !== null) throw invalidParameters(`${name} ${fault}`);
	}
	for (const [name, { min, max }] of expected) {
		const count = counts.get(name) ?? 0;
		if (count >= min && count <= max) continue;
		throw invalidParameters(`${name} takes ${min} parameters, but ${count} came`);
	}
}

function slotsOf(definition: TemplateDefinition): Map<string, Slot> {
	const { header, bodyNames, buttons } = definition;
	return new Map<string, Slot>([
		['the header', { ...exactly(headerCount(definition)), types: header === null ? [] : [header] }],
		['the body', { ...exactly(bodyNames.length), types: ['text', 'currency', 'date_time'] }],
		...buttons.map(
			({ subType, parameterTypes: types, min, max }, index) =>
				[`the ${subType} button ${index}`, { min, max, types }] as const,
		),
	]);
}

function exactly(count: number): { min: number; max: number } {
	return { min: count, max: count };
}

/** Returns the name of a component in error texts, which also identifies it. */
function componentName({ type, sub_type: subType = '', index = 0 }: TemplateComponent): string {
	return type === 'button' ? `the ${subType.toLowerCase()} button ${index}` : `the ${type}`;
}
