import { GatewayError } from '../../../domain/error.ts';
import type { InteractiveOption } from '../../../domain/messages/message-details.ts';
import type {
	MessageTemplate,
	NetworkTemplate,
	TemplateComponent,
	TemplatePlaceholder,
} from '../../../domain/messages/template.ts';
import { parameterText } from '../../templates/parameter-text.ts';
import { inOrderOf, placeholdersIn, wrongName } from '../../templates/template-placeholders.ts';
import { KNOWN_TEMPLATES, type KnownTemplate, type ParameterType } from './known-templates.ts';

export interface TemplateButton extends InteractiveOption {
	replyKind: 'template_button' | 'flow' | null;
}

/** All templates of the simulated network, approved or not. */
export function knownTemplates(): NetworkTemplate[] {
	return KNOWN_TEMPLATES.map((known) => {
		const { name, language, category, status, body } = known;
		const placeholders = placeholdersOf(known);
		const parametersCount = placeholders.filter(({ required }) => required).length;
		return { name, language, category, status, body, placeholders, parametersCount };
	});
}

function placeholdersOf({ body, header, bodyParameters, examples, buttons }: KnownTemplate) {
	const text = { subType: null, index: null, title: null, required: true };
	return [
		...header.map((type): TemplatePlaceholder => {
			return { ...text, component: 'header', name: null, type, example: null };
		}),
		...placeholdersIn(body).map((name, position): TemplatePlaceholder => {
			const type = bodyParameters[position] ?? 'text';
			return { ...text, component: 'body', name, type, example: examples[position] ?? null };
		}),
		...buttons.map(({ subType, title, example, parameters: [type] }, index): TemplatePlaceholder => {
			const of = { component: 'button', subType, index, name: null, title, example } as const;
			const [optional = 'payload'] = OPTIONAL[subType] ?? [];
			return { ...of, type: type ?? optional, required: type !== undefined };
		}),
	];
}

/** The buttons below a template message. The id of a quick reply is its payload, or else its text, as at Meta. */
export function templateButtons({ name, language, components }: MessageTemplate): TemplateButton[] {
	const known = KNOWN_TEMPLATES.find(
		(candidate) => candidate.name === name && candidate.language === language,
	);
	return (known?.buttons ?? []).map((button, index): TemplateButton => {
		const { title } = button;
		const given = components.find(({ type, index: at = 0 }) => type === 'button' && at === index);
		const [parameter] = given?.parameters ?? [];
		switch (button.subType) {
			case 'quick_reply': {
				const id = parameter?.type === 'payload' ? parameter.payload : title;
				return { kind: 'reply', id, title, value: null, replyKind: 'template_button' };
			}
			case 'flow':
				return { kind: 'flow', id: null, title, value: null, replyKind: 'flow' };
			case 'copy_code': {
				const value = parameter?.type === 'coupon_code' ? parameter.coupon_code : null;
				return { kind: 'copy_code', id: null, title, value, replyKind: null };
			}
			case 'url': {
				const value = button.url.replace('{{1}}', parameter?.type === 'text' ? parameter.text : '');
				return { kind: 'url', id: null, title, value, replyKind: null };
			}
		}
	});
}

/** The text of a template message. Throws template_not_found, template_not_approved, invalid_template_params. */
export function renderTemplate(template: MessageTemplate): string {
	const { name, language } = template;
	const known = KNOWN_TEMPLATES.find(
		(candidate) => candidate.name === name && candidate.language === language,
	);
	if (known === undefined) {
		throw new GatewayError(
			'template_not_found',
			`There is no template "${name}" in ${language}. The simulated network has ${KNOWN_TEMPLATES.map((candidate) => `${candidate.name} (${candidate.language})`).join(', ')}.`,
		);
	}
	if (known.status !== 'approved') {
		throw new GatewayError(
			'template_not_approved',
			`The template "${name}" is not approved by the operator yet. Use one that is.`,
		);
	}
	checkParameters(known, template.components);
	const names = placeholdersIn(known.body);
	const values = inOrderOf(names, bodyOf(template.components)?.parameters ?? []);
	return known.body.replace(/\{\{(\w+)\}\}/g, (_placeholder, placeholder: string) => {
		const value = values[names.indexOf(placeholder)];
		return value === undefined ? '' : parameterText(value, language);
	});
}

type ParameterTypes = readonly ParameterType[];

/**
 * The optional parameters of a button, by its kind. Without a payload, the text of a quick reply is returned when
 * somebody taps it; without an action, a flow has no token and no data.
 */
const OPTIONAL: Readonly<Record<string, ParameterTypes>> = {
	quick_reply: ['payload'],
	flow: ['action'],
};

/** Throws invalid_template_params unless each part is given at most once, with exactly the template's parameters. */
function checkParameters(known: KnownTemplate, components: readonly TemplateComponent[]): void {
	const given = new Map<string, TemplateComponent>();
	for (const component of components) {
		const part = partOf(component);
		if (given.has(part)) throw wrongParameters(known, `${part} is given twice`);
		given.set(part, component);
	}
	/** The parameters of a part, and the alternatives that a button accepts. */
	const expected = new Map<string, readonly [ParameterTypes, ...ParameterTypes[]]>([
		['the header', [known.header]],
		['the body', [known.bodyParameters]],
		...known.buttons.map(({ subType, parameters }, index) => {
			return [`the ${subType} button ${index}`, [parameters, OPTIONAL[subType] ?? parameters]] as const;
		}),
	]);
	for (const part of given.keys()) {
		if (!expected.has(part)) throw wrongParameters(known, `it does not have ${part}`);
	}
	const fault = wrongName(bodyOf(components)?.parameters ?? [], placeholdersIn(known.body));
	if (fault !== null) throw wrongParameters(known, `the body ${fault}`);
	for (const [part, alternatives] of expected) {
		const actual = (given.get(part)?.parameters ?? []).map(({ type }) => type);
		if (alternatives.some((types) => isEqual(actual, types))) continue;
		throw wrongParameters(known, `${part} takes ${listed(alternatives[0])}, but ${listed(actual)} came`);
	}
}

function bodyOf(components: readonly TemplateComponent[]): TemplateComponent | undefined {
	return components.find(({ type }) => type === 'body');
}

function isEqual(actual: ParameterTypes, types: ParameterTypes): boolean {
	return actual.length === types.length && types.every((type, index) => actual[index] === type);
}

function partOf({ type, sub_type: subType = '', index = 0 }: TemplateComponent): string {
	return type === 'button' ? `the ${subType} button ${index}` : `the ${type}`;
}

function listed(types: ParameterTypes): string {
	return types.length === 0 ? 'no parameters' : `${types.length} (${types.join(', ')})`;
}

function wrongParameters({ name }: KnownTemplate, reason: string): GatewayError {
	return new GatewayError(
		'invalid_template_params',
		`The parameters do not fit the template "${name}": ${reason}.`,
	);
}
