import type {
	NetworkTemplate,
	TemplateCategory,
	TemplateComponent,
	TemplateParameter,
	TemplateStatus,
} from '../../../domain/template.ts';
import { getArray, getString } from '../graph/json.ts';

/** A template at Meta, with the placeholders for its parameters. */
export interface TemplateDefinition extends Omit<NetworkTemplate, 'parametersCount'> {
	/** The type of the header's parameters; null: it has none. */
	header: 'image' | 'text' | 'video' | 'document' | 'location' | null;
	/** The distinct placeholders of a header with a text in order, without braces: numbers or names. */
	headerPlaceholders: readonly string[];
	/** The distinct placeholders of the body. */
	placeholders: readonly string[];
	/** Whether the placeholders are names. */
	named: boolean;
	buttons: readonly TemplateButton[];
	/** A part that this API cannot fill in, such as `carousel`; null: it has none. */
	unsupportedPart: string | null;
}

export interface TemplateButton {
	/** The `sub_type` of a request, in lower case. */
	subType: string;
	/** The types of parameters that it takes. */
	parameterTypes: readonly TemplateParameter['type'][];
	/** The minimum and maximum number of its parameters. */
	min: number;
	max: number;
}

/** Parses a template of Meta's list. */
export function toTemplateDefinition(value: unknown): TemplateDefinition {
	const components = getArray(value, 'components');
	const component = (type: string) =>
		components.find((candidate) => getString(candidate, 'type')?.toUpperCase() === type);
	const body = getString(component('BODY'), 'text') ?? '';
	const header = component('HEADER');
	const parts = components.map((part) => getString(part, 'type')?.toLowerCase() ?? '');
	return {
		name: getString(value, 'name') ?? '',
		language: getString(value, 'language') ?? '',
		category: CATEGORIES[getString(value, 'category') ?? ''] ?? 'utility',
		status: STATUSES[getString(value, 'status') ?? ''] ?? 'disabled',
		body,
		header: headerOf(header),
		headerPlaceholders: placeholdersIn(getString(header, 'text') ?? ''),
		placeholders: placeholdersIn(body),
		named: getString(value, 'parameter_format')?.toUpperCase() === 'NAMED',
		buttons: getArray(component('BUTTONS'), 'buttons').map(buttonOf),
		unsupportedPart: parts.find((part) => UNSUPPORTED_PARTS.has(part)) ?? null,
	};
}

/** Converts a template for API clients. */
export function toNetworkTemplate(definition: TemplateDefinition): NetworkTemplate {
	const { name, language, category, status, body, placeholders, buttons } = definition;
	const buttonParameters = buttons.reduce((sum, { min }) => sum + min, 0);
	const parametersCount = headerCount(definition) + placeholders.length + buttonParameters;
	return { name, language, category, status, body, parametersCount };
}

/** Returns the number of parameters that the header takes. */
export function headerCount({ header, headerPlaceholders }: TemplateDefinition): number {
	return header === null ? 0 : header === 'text' ? headerPlaceholders.length : 1;
}

/** Returns the name of a parameter of the header or the body; null: parameters have positions instead of names. */
export function placeholderName(
	{ named, header, headerPlaceholders, placeholders }: TemplateDefinition,
	{ type }: TemplateComponent,
	index: number,
): string | null {
	if (!named || type === 'button' || (type === 'header' && header !== 'text')) return null;
	return (type === 'header' ? headerPlaceholders : placeholders)[index] ?? null;
}

/** Components that need parameters which MessageTemplate does not have. */
const UNSUPPORTED_PARTS: ReadonlySet<string> = new Set(['carousel', 'limited_time_offer']);

const CATEGORIES: Readonly<Record<string, TemplateCategory>> = {
	AUTHENTICATION: 'authentication',
	MARKETING: 'marketing',
	UTILITY: 'utility',
};

/** Other statuses count as disabled: a template that is being deleted or exceeds a limit cannot be sent. */
const STATUSES: Readonly<Record<string, TemplateStatus>> = {
	APPROVED: 'approved',
	PENDING: 'pending',
	IN_APPEAL: 'rejected',
	REJECTED: 'rejected',
	PAUSED: 'paused',
	DISABLED: 'disabled',
};

const HEADERS = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document', LOCATION: 'location' } as const;

function headerOf(header: unknown): TemplateDefinition['header'] {
	const format = getString(header, 'format')?.toUpperCase() ?? '';
	if (format in HEADERS) return HEADERS[format as keyof typeof HEADERS];
	return placeholdersIn(getString(header, 'text') ?? '').length > 0 ? 'text' : null;
}

function buttonOf(button: unknown): TemplateButton {
	const subType = getString(button, 'type')?.toLowerCase() ?? '';
	switch (subType) {
		case 'url': {
			const count = placeholdersIn(getString(button, 'url') ?? '').length > 0 ? 1 : 0;
			return { subType, parameterTypes: ['text'], min: count, max: count };
		}
		// The button of an authentication template, which takes the code as the end of its URL.
		case 'otp':
			return { subType: 'url', parameterTypes: ['text'], min: 1, max: 1 };
		case 'copy_code':
			return { subType, parameterTypes: ['coupon_code', 'text'], min: 1, max: 1 };
		case 'quick_reply':
		case 'voice_call':
			return { subType, parameterTypes: ['payload', 'text'], min: 0, max: 1 };
		case 'flow':
		case 'catalog':
			return { subType, parameterTypes: ['action'], min: 0, max: 1 };
		case 'mpm':
		case 'order_details':
			return { subType, parameterTypes: ['action'], min: 1, max: 1 };
		default:
			return { subType, parameterTypes: [], min: 0, max: 0 };
	}
}

/** Returns the distinct placeholders of a text: numbers sorted, names in the order of the text. */
function placeholdersIn(text: string): string[] {
	const matches = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1] ?? '');
	const names = [...new Set(matches)];
	return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}
