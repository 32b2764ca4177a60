import type {
	NetworkTemplate,
	TemplateCategory,
	TemplateComponent,
	TemplateStatus,
} from '../../../domain/template.ts';
import { getArray, getString } from '../graph/json.ts';

/** A template as Meta has it, with the places its parameters go to. */
export interface TemplateDefinition extends Omit<NetworkTemplate, 'parametersCount'> {
	/** What the header takes; null where it takes nothing. */
	header: 'image' | 'text' | 'video' | 'document' | 'location' | null;
	/** What stands between the braces of the body, in order, each once: numbers or names. */
	places: readonly string[];
	/** Whether the places of the body go by names. */
	named: boolean;
	buttons: readonly TemplateButton[];
}

export interface TemplateButton {
	/** As a request names it, in lower case. */
	subType: string;
	/** How many parameters it has to have, and may have. */
	least: number;
	most: number;
}

/** Meta's answer for one template. */
export function templateDefinitionOf(value: unknown): TemplateDefinition {
	const components = getArray(value, 'components');
	const component = (type: string) =>
		components.find((one) => getString(one, 'type')?.toUpperCase() === type);
	const body = getString(component('BODY'), 'text') ?? '';
	return {
		name: getString(value, 'name') ?? '',
		language: getString(value, 'language') ?? '',
		category: CATEGORIES[getString(value, 'category') ?? ''] ?? 'utility',
		status: STATUSES[getString(value, 'status') ?? ''] ?? 'disabled',
		body,
		header: headerOf(component('HEADER')),
		places: placesIn(body),
		named: getString(value, 'parameter_format')?.toUpperCase() === 'NAMED',
		buttons: getArray(component('BUTTONS'), 'buttons').map(buttonOf),
	};
}

/** The same as clients of the gateway see it. */
export function networkTemplateOf(definition: TemplateDefinition): NetworkTemplate {
	const { name, language, category, status, body, header, places, buttons } = definition;
	const ofButtons = buttons.reduce((sum, { least }) => sum + least, 0);
	const parametersCount = (header === null ? 0 : 1) + places.length + ofButtons;
	return { name, language, category, status, body, parametersCount };
}

/** The name a parameter of the body goes by; null where parameters go by their order. */
export function placeOf(
	definition: TemplateDefinition,
	{ type }: TemplateComponent,
	index: number,
): string | null {
	return type === 'body' && definition.named ? (definition.places[index] ?? null) : null;
}

const CATEGORIES: Readonly<Record<string, TemplateCategory>> = {
	AUTHENTICATION: 'authentication',
	MARKETING: 'marketing',
	UTILITY: 'utility',
};

/** What is about to be deleted, or over a limit, cannot be sent and is not waited for. */
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
	return placesIn(getString(header, 'text') ?? '').length > 0 ? 'text' : null;
}

function buttonOf(button: unknown): TemplateButton {
	const subType = getString(button, 'type')?.toLowerCase() ?? '';
	switch (subType) {
		case 'url': {
			const count = placesIn(getString(button, 'url') ?? '').length > 0 ? 1 : 0;
			return { subType, least: count, most: count };
		}
		case 'copy_code':
			return { subType, least: 1, most: 1 };
		case 'quick_reply':
			return { subType, least: 0, most: 1 };
		default:
			return { subType, least: 0, most: 0 };
	}
}

function placesIn(text: string): string[] {
	const found = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1] ?? '');
	const places = [...new Set(found)];
	return places.every((place) => /^\d+$/.test(place)) ? places.sort((a, b) => Number(a) - Number(b)) : places;
}
