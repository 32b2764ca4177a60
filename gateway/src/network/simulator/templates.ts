import { GatewayError } from '../../domain/error.ts';
import type { InteractiveOption } from '../../domain/message-details.ts';
import type {
	MessageTemplate,
	NetworkTemplate,
	TemplateCategory,
	TemplateComponent,
	TemplateParameter,
	TemplateStatus,
} from '../../domain/template.ts';
import { parameterText } from '../parameter-text.ts';

type ParameterType = TemplateParameter['type'];

type KnownButton = { title: string; parameters: readonly ParameterType[] } & (
	| { subType: 'url'; url: string }
	| { subType: 'quick_reply' }
);

interface KnownTemplate {
	name: string;
	language: string;
	category: TemplateCategory;
	status: TemplateStatus;
	/** `{{1}}` is replaced by the first parameter of the body, and so on. */
	body: string;
	/** The types of the parameters of each part, in order. */
	header: readonly ParameterType[];
	bodyParameters: readonly ParameterType[];
	/** One entry per button, in the order of their indexes; `{{1}}` in a page's address is its parameter. */
	buttons: readonly KnownButton[];
}

export interface TemplateButton extends InteractiveOption {
	replyKind: 'template_button' | null;
}

const KNOWN: readonly KnownTemplate[] = [
	{
		name: 'hello_world',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello World',
		header: [],
		bodyParameters: [],
		buttons: [],
	},
	{
		name: 'order_update',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello {{1}}, there is news about your order {{2}}.',
		header: [],
		bodyParameters: ['text', 'text'],
		buttons: [],
	},
	{
		name: 'invoice_ready',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Your invoice over {{1}} is ready.',
		header: ['image'],
		bodyParameters: ['currency'],
		buttons: [
			{
				subType: 'url',
				title: 'View invoice',
				url: 'https://shop.simulator.example/invoices/{{1}}',
				parameters: ['text'],
			},
		],
	},
	{
		name: 'spring_sale',
		language: 'en_US',
		category: 'marketing',
		status: 'pending',
		body: 'Our spring sale has begun.',
		header: [],
		bodyParameters: [],
		buttons: [],
	},
	{
		name: 'appointment_reminder',
		language: 'en_US',
		category: 'utility',
		status: 'approved',
		body: 'Hello {{1}}, see you on {{2}}. Can you come?',
		header: [],
		bodyParameters: ['text', 'text'],
		buttons: [
			{ subType: 'quick_reply', title: 'I will come', parameters: [] },
			{ subType: 'quick_reply', title: 'Cancel', parameters: [] },
		],
	},
];

/** All templates of the simulated network, approved or not. */
export function knownTemplates(): NetworkTemplate[] {
	return KNOWN.map(({ name, language, category, status, body, header, bodyParameters, buttons }) => ({
		name,
		language,
		category,
		status,
		body,
		parametersCount: [header, bodyParameters, ...buttons.map(({ parameters }) => parameters)].flat().length,
	}));
}

/** The buttons below a template message. The id of a quick reply is its payload, or else its text, as at Meta. */
export function templateButtons({ name, language, components }: MessageTemplate): TemplateButton[] {
	const known = KNOWN.find((candidate) => candidate.name === name && candidate.language === language);
	return (known?.buttons ?? []).map((button, index): TemplateButton => {
		const { title } = button;
		const given = components.find(({ type, index: at = 0 }) => type === 'button' && at === index);
		const [parameter] = given?.parameters ?? [];
		if (button.subType === 'quick_reply') {
			const id = parameter?.type === 'payload' ? parameter.payload : title;
			return { kind: 'reply', id, title, value: null, replyKind: 'template_button' };
		}
		const value = button.url.replace('{{1}}', parameter?.type === 'text' ? parameter.text : '');
		return { kind: 'url', id: null, title, value, replyKind: null };
	});
}

/** The text of a template message. Throws template_not_found, template_not_approved, invalid_template_params. */
export function renderTemplate(template: MessageTemplate): string {
	const { name, language } = template;
	const known = KNOWN.find((candidate) => candidate.name === name && candidate.language === language);
	if (known === undefined) {
		throw new GatewayError(
			'template_not_found',
			`There is no template "${name}" in ${language}. The simulated network has ${KNOWN.map((candidate) => candidate.name).join(', ')}, in en_US.`,
		);
	}
	if (known.status !== 'approved') {
		throw new GatewayError(
			'template_not_approved',
			`The template "${name}" is not approved by the operator yet. Use one that is.`,
		);
	}
	checkParameters(known, template.components);
	const values = template.components.find(({ type }) => type === 'body')?.parameters ?? [];
	return known.body.replace(/\{\{(\d+)\}\}/g, (_placeholder, number: string) => {
		const value = values[Number(number) - 1];
		return value === undefined ? '' : parameterText(value, language);
	});
}

/** What a quick reply button may have: without it, its text is returned when somebody taps it. */
const PAYLOAD: readonly ParameterType[] = ['payload'];

/** Throws invalid_template_params unless each part is given at most once, with exactly the template's parameters. */
function checkParameters(known: KnownTemplate, components: readonly TemplateComponent[]): void {
	const given = new Map<string, TemplateComponent>();
	for (const component of components) {
		const part = partOf(component);
		if (given.has(part)) throw wrongParameters(known, `${part} is given twice`);
		given.set(part, component);
	}
	const expected = new Map<string, { types: readonly ParameterType[]; isReply: boolean }>([
		['the header', { types: known.header, isReply: false }],
		['the body', { types: known.bodyParameters, isReply: false }],
		...known.buttons.map(({ subType, parameters: types }, index) => {
			return [`the ${subType} button ${index}`, { types, isReply: subType === 'quick_reply' }] as const;
		}),
	]);
	for (const part of given.keys()) {
		if (!expected.has(part)) throw wrongParameters(known, `it does not have ${part}`);
	}
	for (const [part, { types, isReply }] of expected) {
		const actual = (given.get(part)?.parameters ?? []).map(({ type }) => type);
		if (isEqual(actual, types) || (isReply && isEqual(actual, PAYLOAD))) continue;
		throw wrongParameters(known, `${part} takes ${listed(types)}, but ${listed(actual)} came`);
	}
}

function isEqual(actual: readonly ParameterType[], types: readonly ParameterType[]): boolean {
	return actual.length === types.length && types.every((type, index) => actual[index] === type);
}

function partOf({ type, sub_type: subType = '', index = 0 }: TemplateComponent): string {
	return type === 'button' ? `the ${subType} button ${index}` : `the ${type}`;
}

function listed(types: readonly ParameterType[]): string {
	return types.length === 0 ? 'no parameters' : `${types.length} (${types.join(', ')})`;
}

function wrongParameters({ name }: KnownTemplate, reason: string): GatewayError {
	return new GatewayError(
		'invalid_template_params',
		`The parameters do not fit the template "${name}": ${reason}.`,
	);
}
