import { GatewayError } from '../../domain/error.ts';
import type {
	MessageTemplate,
	TemplateComponent,
	TemplateDocument,
	TemplateLocation,
	TemplateParameter,
} from '../../domain/messages/template.ts';
import { isUploadUrl } from '../media/upload-url.ts';
import { invalidParameters } from '../../domain/invalid-parameters.ts';

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
	parameter_name?: string;
	text?: string;
	currency?: { code: string; amount_1000: number };
	date_time?: { fallback_value: string };
	image?: { link: string };
	video?: { link: string };
	document?: TemplateDocument;
	location?: TemplateLocation;
	payload?: string;
	coupon_code?: string;
	action?: Record<string, unknown>;
}

/** The types of parameters that each component takes: the specification's (Component shapes), and Meta's others. */
const PARAMETERS: Readonly<Record<TemplateComponent['type'], readonly TemplateParameter['type'][]>> = {
	header: ['image', 'text', 'video', 'document', 'location'],
	body: ['text', 'currency', 'date_time'],
	button: ['text', 'payload', 'coupon_code', 'action'],
};
const VALUES = [
	'text',
	'currency',
	'date_time',
	'image',
	'video',
	'document',
	'location',
	'payload',
	'coupon_code',
	'action',
] as const;

/** The types of parameters that fill in a text, whose placeholders have names. */
const NAMED: ReadonlySet<TemplateParameter['type']> = new Set(['text', 'currency', 'date_time']);

/** Largest serialised action of a button, in bytes. */
const ACTION_LIMIT = 16_384;

/**
 * The template of a request, each component in its specified shape. Throws invalid_parameters with the name of the
 * missing or superfluous field, and invalid_template_params for a file whose URL is neither https
 * nor that of an upload.
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
		const hasName = parameter.parameter_name !== undefined;
		if (hasName && (type === 'button' || !NAMED.has(parameter.type))) {
			throw superfluous(`${where}.parameter_name`, `a ${type} parameter of type ${parameter.type}`);
		}
		if (allowed.includes(parameter.type)) return parameterOf(parameter, where);
		throw invalidParameters(`"${where}.type" must be one of ${allowed.join(', ')} in a ${type}`);
	});
	return { type, sub_type, index, parameters };
}

function parameterOf(fields: ParameterFields, at: string): TemplateParameter {
	for (const value of VALUES) {
		if (value !== fields.type && fields[value] !== undefined) {
			throw superfluous(`${at}.${value}`, `a parameter of type ${fields.type}`);
		}
	}
	const { type, parameter_name } = fields;
	const value = fields[type];
	if (value === undefined) throw required(`${at}.${type}`, `a parameter of type ${type}`);
	if (type === 'image' || type === 'video' || type === 'document')
		requireFileUrl(fields[type]?.link, at, type);
	if (type === 'action' && Buffer.byteLength(JSON.stringify(value)) > ACTION_LIMIT) {
		throw invalidParameters(`"${at}.action" must be at most ${ACTION_LIMIT} bytes when serialised`);
	}
	// The schema of the request has checked that each value has the type of its field.
	const parameter = { type, [type]: value, ...(parameter_name === undefined ? {} : { parameter_name }) };
	return parameter as unknown as TemplateParameter;
}

function requireFileUrl(link: string | undefined, at: string, type: string): void {
	if (link !== undefined && (isUploadUrl(link) || URL.parse(link)?.protocol === 'https:')) return;
	throw new GatewayError(
		'invalid_template_params',
		`"${at}.${type}.link" must be a complete URL that begins with https://, or the mediaUrl of an upload.`,
	);
}

function required(field: string, what: string): GatewayError {
	return invalidParameters(`"${field}" is required in ${what}`);
}

function superfluous(field: string, what: string): GatewayError {
	return invalidParameters(`"${field}" is not a field of ${what}`);
}
