import type { MessageTemplate, TemplateComponent, TemplateParameter } from '../../../domain/template.ts';
import type { OutgoingMessage } from '../../driver.ts';
import { parameterText } from '../../parameter-text.ts';
import { bsuidOf } from '../inbound/people.ts';
import { placeOf, type TemplateDefinition } from '../templates/template-definition.ts';

/** What of a message has been looked up, or handed to Meta, before it. */
export interface Prepared {
	/** Meta's identifier of the message that is replied to; null where there is none. */
	replyTo: string | null;
	/** Meta's identifier of the uploaded file; null for a text or a template. */
	mediaId: string | null;
	/** How Meta has the template of a template message. */
	template: TemplateDefinition | null;
}

/** The body of a POST to /messages. */
export function messageBody(message: OutgoingMessage, prepared: Prepared): object {
	return {
		messaging_product: 'whatsapp',
		recipient_type: 'individual',
		...recipientOf(message.to),
		// Comes back with all that Meta tells of the message.
		biz_opaque_callback_data: message.id,
		...(prepared.replyTo === null ? {} : { context: { message_id: prepared.replyTo } }),
		...contentOf(message, prepared),
	};
}

/**
 * A phone number goes in `to`; a BSUID in `recipient`, without `to`, which would take precedence. So Meta's page on
 * business-scoped user ids has it. Programs that put a BSUID into `to` contradict that page, where `to` is a phone number.
 */
function recipientOf(to: string): object {
	const bsuid = bsuidOf(to);
	return bsuid === null ? { to } : { recipient: bsuid };
}

function contentOf(message: OutgoingMessage, { mediaId, template }: Prepared): object {
	if (message.template !== null && template !== null) {
		return { type: 'template', template: templateContent(message.template, template) };
	}
	if (message.media === null || mediaId === null) {
		return { type: 'text', text: { body: message.content } };
	}
	const { caption, filename } = message.media;
	// WhatsApp has no captions on audio, and shows the names of documents only.
	const file = {
		id: mediaId,
		...(caption === null || message.type === 'audio' ? {} : { caption }),
		...(filename === null || message.type !== 'document' ? {} : { filename }),
	};
	return { type: message.type, [message.type]: file };
}

function templateContent(template: MessageTemplate, definition: TemplateDefinition): object {
	const components = template.components
		.filter(({ parameters }) => parameters.length > 0)
		.map((component) => componentContent(component, definition));
	return {
		name: definition.name,
		language: { code: definition.language, policy: 'deterministic' },
		...(components.length === 0 ? {} : { components }),
	};
}

function componentContent(component: TemplateComponent, definition: TemplateDefinition): object {
	const { type, sub_type: subType = '', index = 0, parameters } = component;
	if (type !== 'button') {
		const named = parameters.map((parameter, position) => {
			const place = placeOf(definition, component, position);
			const content = parameterContent(parameter, definition.language);
			return place === null ? content : { ...content, parameter_name: place };
		});
		return { type, parameters: named };
	}
	const kind = subType.toLowerCase();
	const texts = parameters.map((parameter) =>
		buttonContent(kind, parameterText(parameter, definition.language)),
	);
	return { type, sub_type: kind, index: String(index), parameters: texts };
}

/** What a button takes is a text to its user, and goes by another name at Meta for each kind. */
function buttonContent(kind: string, text: string): object {
	switch (kind) {
		case 'quick_reply':
			return { type: 'payload', payload: text };
		case 'copy_code':
			return { type: 'coupon_code', coupon_code: text };
		default:
			return { type: 'text', text };
	}
}

function parameterContent(parameter: TemplateParameter, language: string): object {
	if (parameter.type !== 'currency') return parameter;
	const fallback = parameterText(parameter, language);
	return { type: 'currency', currency: { fallback_value: fallback, ...parameter.currency } };
}
