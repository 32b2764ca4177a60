import type {
	NetworkTemplate,
	TemplateCategory,
	TemplateComponent,
	TemplateStatus,
} from '../../../domain/template.ts';
import { getArray, getString } from '../graph/json.ts';

/** A template at Meta, with the placeholders for its parameters. */
export interface TemplateDefinition extends Omit<NetworkTemplate, 'parametersCount'> {
	/** The type of the header's parameter; null: it has none. */
	header: 'image' | 'text' | 'video' | 'document' | 'location' | null;
	/** The distinct placeholders of the body in order, without braces: numbers or names. */
	placeholders: readonly string[];
	/** Whether the placeholders of the body are names. */
	named: boolean;
	buttons: readonly TemplateButton[];
}

export interface TemplateButton {
	/** The `sub_type` of a request, in lower case. */
	subType: string;
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
	return {
		name: getString(value, 'name') ?? '',
		language: getString(value, 'language') ?? '',
		category: CATEGORIES[getString(value, 'category') ?? ''] ?? 'utility',
		status: STATUSES[getString(value, 'status') ?? ''] ?? 'disabled',
		body,
		header: headerOf(component('HEADER')),
		placeholders: placeholdersIn(body),
		named: getString(value, 'parameter_format')?.toUpperCase() === 'NAMED',
		buttons: getArray(component('BUTTONS'), 'buttons').map(buttonOf),
	};
}

/** Converts a template for API clients. */
export function toNetworkTemplate(definition: TemplateDefinition): NetworkTemplate {
	const { name, language, category, status, body, header, placeholders, buttons } = definition;
	const buttonParameters = buttons.reduce((sum, { min }) => sum + min, 0);
	const parametersCount = (header === null ? 0 : 1) + placeholders.length + buttonParameters;
	return { name, language, category, status, body, parametersCount };
}

/** Returns the name of a parameter of the body; null: parameters have positions instead of names. */
export function placeholderName(
	definition: TemplateDefinition,
	{ type }: TemplateComponent,
	index: number,
): string | null {
	return type === 'body' && definition.named ? (definition.placeholders[index] ?? null) : null;
}

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
			return { subType, min: count, max: count };
		}
		case 'copy_code':
			return { subType, min: 1, max: 1 };
		case 'quick_reply':
			return { subType, min: 0, max: 1 };
		default:
			return { subType, min: 0, max: 0 };
	}
}

/** Returns the distinct placeholders of a text: numbers sorted, names in the order of the text. */
function placeholdersIn(text: string): string[] {
	const matches = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1] ?? '');
	const names = [...new Set(matches)];
	return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}
