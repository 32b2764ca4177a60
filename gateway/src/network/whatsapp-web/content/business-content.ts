import type { proto } from 'baileys';
import { joinLines } from './sanitize-text.ts';
import { fileContentIn } from './file-content.ts';
import type { IncomingContent } from './incoming-content.ts';
import { unsupportedContent } from './unsupported-content.ts';

type Content = proto.IMessage;

/** Cards of a carousel whose texts are read. */
const MAX_CARDS = 10;

/** The parts of a business message that a text message can show. */
interface Parts {
	texts: readonly (string | null | undefined)[];
	/** The header, which may contain an image, a video or a document; any other kind of header is ignored. */
	header?: object | null | undefined;
	/** WhatsApp sends the content to the phone only. */
	isHidden?: boolean;
}

/**
 * The content of a business message, such as a template, buttons or a list: its texts, as the caption of the file in its
 * header where there is one. Null: it is no business message.
 */
export function businessContentIn(content: Content): IncomingContent | null {
	const parts = partsIn(content);
	if (parts === null) return null;
	const text = joinLines(parts.texts);
	const file = fileContentIn(headerOf(parts.header));
	if (file !== null) {
		if (text === null) return file;
		return { ...file, content: text, file: file.file === null ? null : { ...file.file, caption: text } };
	}
	if (text !== null) return { type: 'text', content: text, file: null, quoted: null };
	return unsupportedContent(parts.isHidden === true ? 'on_phone_only' : 'unknown');
}

function partsIn(content: Content): Parts | null {
	const { templateMessage, buttonsMessage, listMessage, interactiveMessage, highlyStructuredMessage } =
		content;
	if (templateMessage) return templateParts(templateMessage);
	if (interactiveMessage) return interactiveParts(interactiveMessage);
	if (highlyStructuredMessage) return structuredParts(highlyStructuredMessage);
	if (listMessage) return { texts: [listMessage.title, listMessage.description, listMessage.footerText] };
	if (buttonsMessage) {
		const { text, contentText, footerText } = buttonsMessage;
		return { texts: [text, contentText, footerText], header: buttonsMessage };
	}
	return null;
}

function templateParts(template: proto.Message.ITemplateMessage): Parts {
	const { interactiveMessageTemplate, fourRowTemplate } = template;
	const hydrated = template.hydratedFourRowTemplate ?? template.hydratedTemplate;
	if (hydrated) {
		const { hydratedTitleText, hydratedContentText, hydratedFooterText, maskLinkedDevices } = hydrated;
		return {
			texts: [hydratedTitleText, hydratedContentText, hydratedFooterText],
			header: hydrated,
			isHidden: maskLinkedDevices === true,
		};
	}
	if (interactiveMessageTemplate) return interactiveParts(interactiveMessageTemplate);
	const { highlyStructuredMessage, content, footer } = fourRowTemplate ?? {};
	const rows = [highlyStructuredMessage, content, footer];
	return { texts: rows.flatMap((row) => (row ? structuredParts(row).texts : [])), header: fourRowTemplate };
}

function structuredParts({ hydratedHsm, params }: proto.Message.IHighlyStructuredMessage): Parts {
	const hydrated = hydratedHsm?.hydratedFourRowTemplate ?? hydratedHsm?.hydratedTemplate;
	if (!hydrated) return { texts: params ?? [] };
	return templateParts({ hydratedTemplate: hydrated });
}

function interactiveParts({
	header,
	body,
	footer,
	carouselMessage,
}: proto.Message.IInteractiveMessage): Parts {
	const cards = (carouselMessage?.cards ?? []).slice(0, MAX_CARDS);
	return {
		texts: [
			header?.title,
			header?.subtitle,
			body?.text,
			...cards.flatMap((card) => [card.header?.title, card.body?.text]),
			footer?.text,
		],
		header,
	};
}

function headerOf(header: Parts['header']): Content {
	const { imageMessage, videoMessage, documentMessage } = (header ?? {}) as Content;
	return {
		imageMessage: imageMessage ?? null,
		videoMessage: videoMessage ?? null,
		documentMessage: documentMessage ?? null,
	};
}
