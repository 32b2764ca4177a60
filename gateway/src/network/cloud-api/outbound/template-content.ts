import type {
	MessageTemplate,
	TemplateComponent,
	TemplateParameter,
} from '../../../domain/messages/template.ts';
import { parameterText } from '../../templates/parameter-text.ts';
import { inOrderOf } from '../../templates/template-placeholders.ts';
import { namesOf, placeholderName, type TemplateDefinition } from '../templates/template-definition.ts';
import { locationObject } from './location-object.ts';

/** A file at Meta. */
interface UploadedFile {
	id: string;
	filename: string | null;
}

/**
 * Creates Meta's object of a template message. `file` is the one in the header if the gateway has uploaded it to Meta;
 * else null.
 */
export function templateContent(
	template: MessageTemplate,
	definition: TemplateDefinition,
	file: UploadedFile | null,
): object {
	const components = template.components
		.filter(({ parameters }) => parameters.length > 0)
		.map((component) =>
			component.type === 'button'
				? buttonComponent(component, definition.language)
				: textComponent(component, definition, file),
		);
	return {
		name: definition.name,
		language: { code: definition.language, policy: 'deterministic' },
		...(components.length === 0 ? {} : { components }),
	};
}

/** A header or a body. */
function textComponent(
	component: TemplateComponent,
	definition: TemplateDefinition,
	file: UploadedFile | null,
): object {
	const given = inOrderOf(namesOf(definition, component), component.parameters);
	const parameters = given.map((parameter, position) => {
		const name = placeholderName(definition, component, position);
		const object = parameterObject(parameter, definition.language, file);
		return name === null ? object : { ...object, parameter_name: name };
	});
	return { type: component.type, parameters };
}

function parameterObject(parameter: TemplateParameter, language: string, file: UploadedFile | null): object {
	if (parameter.type === 'currency') {
		const fallback = parameterText(parameter, language);
		return { type: 'currency', currency: { fallback_value: fallback, ...parameter.currency } };
	}
	if (parameter.type === 'location') {
		return { type: 'location', location: locationObject(parameter.location) };
	}
	if (file !== null) {
		const { id, filename } = file;
		if (parameter.type === 'image') return { type: 'image', image: { id } };
		if (parameter.type === 'video') return { type: 'video', video: { id } };
		if (parameter.type === 'document') {
			return { type: 'document', document: { id, ...(filename === null ? {} : { filename }) } };
		}
	}
	return parameter;
}

function buttonComponent(
	{ type, sub_type: subType = '', index = 0, parameters }: TemplateComponent,
	language: string,
) {
	const kind = subType.toLowerCase();
	return {
		type,
		sub_type: kind,
		index: String(index),
		parameters: parameters.map((parameter) => buttonObject(kind, parameter, language)),
	};
}

/** A text is converted to the parameter that the kind of the button needs. */
function buttonObject(kind: string, parameter: TemplateParameter, language: string): object {
	if (parameter.type === 'action') return parameter;
	const text = parameterText(parameter, language);
	switch (kind) {
		case 'quick_reply':
		case 'voice_call':
			return { type: 'payload', payload: text };
		case 'copy_code':
			return { type: 'coupon_code', coupon_code: text };
		default:
			return { type: 'text', text };
	}
}
