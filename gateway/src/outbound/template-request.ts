import { GatewayError } from '../domain/error.ts';
import type { MessageTemplate, TemplateComponent, TemplateParameter } from '../domain/template.ts';

/** A template in a request body, with every field that some component or parameter may have. */
export interface TemplateFields {
	name: string;
	language: string;
	components?: readonly ComponentFields[];
}

export interface ComponentFields {
	type: TemplateComponent['type'];
	sub_type?: string;
	index?: number;
	parameters: readonly ParameterFields[];
}

export interface ParameterFields {
	type: TemplateParameter['type'];
	text?: string;
	currency?: { code: string; amount_1000: number };
	image?: { link: string };
}

/** The types of parameters that each component takes (specification, POST /v1/messages/template, Component shapes). */
const PARAMETERS: Readonly<Record<TemplateComponent['type'], readonly TemplateParameter['type'][]>> = {
	header: ['image'],
	body: ['text', 'currency'],
	button: ['text'],
};
const VALUES = ['text', 'currency', 'image'] as const;

/**
 * The template of a request, each component in its specified shape. Throws invalid_parameters with the name of the
 * missing or superfluous field, and invalid_template_params for an image whose URL is not https.
 */
export function templateOf({ name, language, components = [] }: TemplateFields): MessageTemplate {
	return {
		name,
		language,
		components: components.map((component, index) => componentOf(component, `template.components.${index}`)),
	};
}

function componentOf(fields: ComponentFields, at: string): TemplateComponent {
	const { type, sub_type, index } = fields;
	for (const field of ['sub_type', 'index'] as const) {
		if (type === 'button' && fields[field] === undefined) throw required(`${at}.${field}`, 'a button');
		if (type !== 'button' && fields[field] !== undefined) throw superfluous(`${at}.${field}`, `a ${type}`);
	}
	const parameters = fields.parameters.map((parameter, position) => {
		const where = `${at}.parameters.${position}`;
		const allowed = PARAMETERS[type];
		if (allowed.includes(parameter.type)) return parameterOf(parameter, where);
		throw refused(`"${where}.type" must be ${allowed.join(' or ')} in a ${type}`);
	});
	return { type, sub_type, index, parameters };
}

function parameterOf(fields: ParameterFields, at: string): TemplateParameter {
	for (const value of VALUES) {
		if (value !== fields.type && fields[value] !== undefined) {
			throw superfluous(`${at}.${value}`, `a parameter of type ${fields.type}`);
		}
	}
	const { type, text, currency, image } = fields;
	if (type === 'text' && text !== undefined) return { type, text };
	if (type === 'currency' && currency !== undefined) return { type, currency };
	if (type === 'image' && image !== undefined) {
		if (URL.parse(image.link)?.protocol === 'https:') return { type, image };
		throw new GatewayError(
			'invalid_template_params',
			`"${at}.image.link" must be a complete URL that begins with https://.`,
		);
	}
	throw required(`${at}.${type}`, `a parameter of type ${type}`);
}

function required(field: string, what: string): GatewayError {
	return refused(`"${field}" is required in ${what}`);
}

function superfluous(field: string, what: string): GatewayError {
	return refused(`"${field}" is not a field of ${what}`);
}

function refused(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `${reason}.`);
}
