import type { proto } from 'baileys';
import { lines } from './bounded-text.ts';
import { fileContentIn } from './file-content.ts';
import type { IncomingContent } from './incoming-content.ts';
import { unsupportedContent } from './unsupported-content.ts';

type Content = proto.IMessage;

/** Cards side by side in one message whose words are taken. */
const CARDS = 10;

/** What a business's message is made of. */
interface Parts {
	words: readonly (string | null | undefined)[];
	/** What stands above the words: a picture, a video or a document; anything else has no place in a text. */
	header?: object | null | undefined;
	/** Nothing of it was sent to linked devices. */
	isHidden?: boolean;
}

/**
 * The content of what businesses send with their own tools, such as templates, buttons and lists: its words, with the
 * file above them. Null for any other message.
 */
export function businessContentIn(content: Content): IncomingContent | null {
	const parts = partsIn(content);
	if (parts === null) return null;
	const text = lines(parts.words);
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
	if (listMessage) return { words: [listMessage.title, listMessage.description, listMessage.footerText] };
	if (buttonsMessage) {
		const { text, contentText, footerText } = buttonsMessage;
		return { words: [text, contentText, footerText], header: buttonsMessage };
	}
	return null;
}

function templateParts(template: proto.Message.ITemplateMessage): Parts {
	const { interactiveMessageTemplate, fourRowTemplate } = template;
	const hydrated = template.hydratedFourRowTemplate ?? template.hydratedTemplate;
	if (hydrated) {
		const { hydratedTitleText, hydratedContentText, hydratedFooterText, maskLinkedDevices } = hydrated;
		return {
			words: [hydratedTitleText, hydratedContentText, hydratedFooterText],
			header: hydrated,
			isHidden: maskLinkedDevices === true,
		};
	}
	if (interactiveMessageTemplate) return interactiveParts(interactiveMessageTemplate);
	const { highlyStructuredMessage, content, footer } = fourRowTemplate ?? {};
	const rows = [highlyStructuredMessage, content, footer];
	return { words: rows.flatMap((row) => (row ? structuredParts(row).words : [])), header: fourRowTemplate };
}

function structuredParts({ hydratedHsm, params }: proto.Message.IHighlyStructuredMessage): Parts {
	const hydrated = hydratedHsm?.hydratedFourRowTemplate ?? hydratedHsm?.hydratedTemplate;
	if (!hydrated) return { words: params ?? [] };
	return templateParts({ hydratedTemplate: hydrated });
}

function interactiveParts({
	header,
	body,
	footer,
	carouselMessage,
}: proto.Message.IInteractiveMessage): Parts {
	const cards = (carouselMessage?.cards ?? []).slice(0, CARDS);
	return {
		words: [
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
