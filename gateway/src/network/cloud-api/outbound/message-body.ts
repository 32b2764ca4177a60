import type { MessageTemplate, TemplateComponent, TemplateParameter } from '../../../domain/template.ts';
import type { OutgoingMessage } from '../../driver.ts';
import { parameterText } from '../../parameter-text.ts';
import { bsuidOf } from '../bsuid.ts';
import { placeholderName, type TemplateDefinition } from '../templates/template-definition.ts';

/** What the body of a message refers to at Meta. */
export interface Prepared {
	/** Meta's id of the message that is replied to; null: it is no reply. */
	replyTo: string | null;
	/** Meta's id of the uploaded file; null: a text or a template. */
	mediaId: string | null;
	/** Null: it is no template message. */
	template: TemplateDefinition | null;
}

/** Creates the body of a POST to /messages. */
export function messageBody(message: OutgoingMessage, prepared: Prepared): object {
	return {
		messaging_product: 'whatsapp',
		recipient_type: 'individual',
		...recipientOf(message.to),
		// Meta includes this in every status of the message.
		biz_opaque_callback_data: message.id,
		...(prepared.replyTo === null ? {} : { context: { message_id: prepared.replyTo } }),
		...contentOf(message, prepared),
	};
}

/**
 * A phone number belongs in `to`, a business-scoped user id (BSUID) in `recipient` without `to`, which would take
 * precedence (Meta's page on business-scoped user ids).
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
	// WhatsApp does not support captions of audio files, and shows file names only of documents.
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
		const contents = parameters.map((parameter, position) => {
			const name = placeholderName(definition, component, position);
			const content = parameterContent(parameter, definition.language);
			return name === null ? content : { ...content, parameter_name: name };
		});
		return { type, parameters: contents };
	}
	const buttonType = subType.toLowerCase();
	const contents = parameters.map((parameter) =>
		buttonContent(buttonType, parameterText(parameter, definition.language)),
	);
	return { type, sub_type: buttonType, index: String(index), parameters: contents };
}

/** Meta's name of the parameter depends on the type of the button. */
function buttonContent(buttonType: string, text: string): object {
	switch (buttonType) {
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
