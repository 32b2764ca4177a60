import type {
	NetworkTemplate,
	TemplateCategory,
	TemplateComponent,
	TemplateParameter,
	TemplateStatus,
} from '../../../domain/messages/template.ts';
import { placeholdersIn } from '../../templates/template-placeholders.ts';
import { getArray, getString } from '../graph/json.ts';
import { buttonPlaceholders, filePlaceholder, textPlaceholders } from './placeholders.ts';

/** A template at Meta, with the placeholders for its parameters. */
export interface TemplateDefinition extends Omit<NetworkTemplate, 'parametersCount'> {
	/** The type of the header's parameters; null: it has none. */
	header: 'image' | 'text' | 'video' | 'document' | 'location' | null;
	/** The distinct placeholders of a header with a text in order, without braces: numbers or names. */
	headerNames: readonly string[];
	/** The distinct placeholders of the body. */
	bodyNames: readonly string[];
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
	const headerType = headerOf(header);
	const headerNames = placeholdersIn(getString(header, 'text') ?? '');
	const bodyNames = placeholdersIn(body);
	const listed = getArray(component('BUTTONS'), 'buttons');
	const buttons = listed.map(buttonOf);
	const parts = components.map((part) => getString(part, 'type')?.toLowerCase() ?? '');
	return {
		name: getString(value, 'name') ?? '',
		language: getString(value, 'language') ?? '',
		category: CATEGORIES[getString(value, 'category') ?? ''] ?? 'utility',
		status: STATUSES[getString(value, 'status') ?? ''] ?? 'disabled',
		body,
		placeholders: [
			...(headerType === 'text'
				? textPlaceholders('header', headerNames, header)
				: filePlaceholder(headerType)),
			...textPlaceholders('body', bodyNames, component('BODY')),
			...buttonPlaceholders(buttons, listed),
		],
		header: headerType,
		headerNames,
		bodyNames,
		named: getString(value, 'parameter_format')?.toUpperCase() === 'NAMED',
		buttons,
		unsupportedPart: parts.find((part) => UNSUPPORTED_PARTS.has(part)) ?? null,
	};
}

/** Converts a template for API clients. */
export function toNetworkTemplate(definition: TemplateDefinition): NetworkTemplate {
	const { name, language, category, status, body, placeholders } = definition;
	const parametersCount = placeholders.filter(({ required }) => required).length;
	return { name, language, category, status, body, placeholders, parametersCount };
}

/** Returns the number of parameters that the header takes. */
export function headerCount({ header, headerNames }: TemplateDefinition): number {
	return header === null ? 0 : header === 'text' ? headerNames.length : 1;
}

/** Returns the name of a parameter of the header or the body; null: parameters have positions instead of names. */
export function placeholderName(
	definition: TemplateDefinition,
	component: TemplateComponent,
	index: number,
): string | null {
	return definition.named ? (namesOf(definition, component)[index] ?? null) : null;
}

/** Returns the placeholders of a component with a text; empty for any other component. */
export function namesOf(
	{ header, headerNames, bodyNames }: TemplateDefinition,
	{ type }: Pick<TemplateComponent, 'type'>,
): readonly string[] {
	if (type === 'body') return bodyNames;
	return type === 'header' && header === 'text' ? headerNames : [];
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
