import type { MessageTemplate, TemplateComponent, TemplateParameter } from '../../../domain/template.ts';
import { parameterText } from '../../parameter-text.ts';
import { placeholderName, type TemplateDefinition } from '../templates/template-definition.ts';
import { locationObject } from './location-object.ts';

/** Creates Meta's object of a template message. */
export function templateContent(template: MessageTemplate, definition: TemplateDefinition): object {
	const components = template.components
		.filter(({ parameters }) => parameters.length > 0)
		.map((component) =>
			component.type === 'button'
				? buttonComponent(component, definition.language)
				: textComponent(component, definition),
		);
	return {
		name: definition.name,
		language: { code: definition.language, policy: 'deterministic' },
		...(components.length === 0 ? {} : { components }),
	};
}

/** A header or a body. */
function textComponent(component: TemplateComponent, definition: TemplateDefinition): object {
	const parameters = component.parameters.map((parameter, position) => {
		const name = placeholderName(definition, component, position);
		const object = parameterObject(parameter, definition.language);
		return name === null ? object : { ...object, parameter_name: name };
	});
	return { type: component.type, parameters };
}

function parameterObject(parameter: TemplateParameter, language: string): object {
	if (parameter.type === 'currency') {
		const fallback = parameterText(parameter, language);
		return { type: 'currency', currency: { fallback_value: fallback, ...parameter.currency } };
	}
	if (parameter.type === 'location') {
		return { type: 'location', location: locationObject(parameter.location) };
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
