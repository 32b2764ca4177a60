import { ApiError } from '../../api/api-error.ts';
import type { Template, TemplateComponent, TemplateParameter, TemplatePlaceholder } from '../../api/types.ts';

type FileParameter = 'image' | 'video' | 'document';

/** The entered value of one placeholder; its type determines which fields count. */
export interface PlaceholderValue {
	/** The text; of a currency the amount, of a location the latitude. */
	text: string;
	/** The code of a currency. */
	code: string;
	longitude: string;
	/** The name of a location. */
	name: string;
	file: File | null;
}

export const EMPTY_VALUE: PlaceholderValue = { text: '', code: '', longitude: '', name: '', file: null };

export function isFileType(type: TemplatePlaceholder['type']): type is FileParameter {
	return type === 'image' || type === 'video' || type === 'document';
}

/** Returns the text of a template with the values entered so far; a placeholder without a value stays. */
export function filledBody(
	{ body, placeholders }: Template,
	values: ReadonlyMap<number, PlaceholderValue>,
): string {
	const texts = new Map<string, string>();
	for (const [index, { component, name, type }] of placeholders.entries()) {
		const { text, code } = values.get(index) ?? EMPTY_VALUE;
		if (component !== 'body' || name === null || text === '') continue;
		texts.set(name, type === 'currency' ? `${text} ${code}`.trim() : text);
	}
	return body.replace(/\{\{\s*([^{}\s]+)\s*\}\}/g, (whole, name: string) => texts.get(name) ?? whole);
}

/**
 * Returns the components of a request to send a template. `links` has the uploaded file of each placeholder that takes
 * one. Throws ApiError for an action that is no JSON object.
 */
export function componentsOf(
	{ placeholders }: Template,
	values: ReadonlyMap<number, PlaceholderValue>,
	links: ReadonlyMap<number, string>,
): TemplateComponent[] {
	const components = new Map<string, TemplateComponent>();
	for (const [index, placeholder] of placeholders.entries()) {
		const parameter = parameterOf(placeholder, values.get(index) ?? EMPTY_VALUE, links.get(index));
		if (parameter === null) continue;
		const { component, subType, index: at, name } = placeholder;
		const key = `${component} ${at ?? ''}`;
		const known: TemplateComponent = components.get(key) ?? {
			type: component,
			...(subType === null || at === null ? {} : { sub_type: subType, index: at }),
			parameters: [],
		};
		const isNamed = component !== 'button' && name !== null && !/^\d+$/.test(name);
		known.parameters.push(isNamed ? { ...parameter, parameter_name: name } : parameter);
		components.set(key, known);
	}
	return [...components.values()];
}

function parameterOf(
	{ type }: TemplatePlaceholder,
	{ text, code, longitude, name, file }: PlaceholderValue,
	link: string | undefined,
): TemplateParameter | null {
	if (isFileType(type)) {
		if (link === undefined) return null;
		if (type === 'document') return { type, document: { link, filename: file?.name ?? 'document.pdf' } };
		return { type, [type]: { link } };
	}
	if (text.trim() === '') return null;
	switch (type) {
		case 'currency':
			return { type, currency: { code, amount_1000: Math.round(Number(text) * 1000) } };
		case 'date_time':
			return { type, date_time: { fallback_value: text } };
		case 'location':
			return {
				type,
				location: {
					latitude: Number(text),
					longitude: Number(longitude),
					...(name.trim() === '' ? {} : { name: name.trim() }),
				},
			};
		case 'action':
			return { type, action: parseAction(text) };
		case 'text':
		case 'payload':
		case 'coupon_code':
			return { type, [type]: text };
	}
}

function parseAction(text: string): Record<string, unknown> {
	try {
		const parsed: unknown = JSON.parse(text);
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
			return parsed as Record<string, unknown>;
		}
	} catch {
		// Reported below, as any other text that is no object.
	}
	throw new ApiError(0, 'invalid_template_params', 'The action is no JSON object. Write {"key": "value"}.');
}
