import type { proto } from 'baileys';
import {
	INTERACTIVE_OPTIONS_LIMIT,
	type InteractiveOption,
} from '../../../domain/messages/message-details.ts';
import { fileContentIn } from './file-content.ts';
import type { ShownContent } from './incoming-content.ts';
import { buttonOptions, listOptions, nativeOptions, templateOptions } from './interactive-options.ts';
import { joinLines } from './sanitize-text.ts';
import { unsupportedContent } from './unsupported-content.ts';

type Content = proto.IMessage;

/** Cards of a carousel whose texts are read. */
const MAX_CARDS = 10;

type Text = string | null | undefined;

/** The parts of a business message. */
interface Parts {
	header?: readonly Text[];
	body?: readonly Text[];
	footer?: Text;
	options?: readonly InteractiveOption[];
	/** Its header may contain an image, a video or a document; any other kind of header is ignored. */
	file?: object | null | undefined;
	/** WhatsApp sends the content to the phone only. */
	isHidden?: boolean;
}

/**
 * The content of a business message, such as a template, buttons or a list: its texts, as the caption of the file in its
 * header where there is one. Null: it is no business message.
 */
export function businessContentIn(content: Content): ShownContent | null {
	const parts = partsIn(content);
	if (parts === null) return null;
	const [header, body] = [joinLines(parts.header ?? []), joinLines(parts.body ?? [])];
	const footer = joinLines([parts.footer]);
	const options = (parts.options ?? []).slice(0, INTERACTIVE_OPTIONS_LIMIT);
	const details = { interactive: { header, body, footer, options } };
	const text = joinLines([header, body, footer]) ?? joinLines(options.map(({ title }) => title));
	const file = fileContentIn(headerOf(parts.file));
	if (file !== null) {
		if (text === null) return { ...file, details: { ...file.details, ...details } };
		return {
			...file,
			content: text,
			file: file.file === null ? null : { ...file.file, caption: text },
			details: { ...file.details, ...details },
		};
	}
	if (text !== null) return { type: 'text', content: text, file: null, details };
	return unsupportedContent(parts.isHidden === true ? 'on_phone_only' : 'unknown');
}

function partsIn(content: Content): Parts | null {
	const { templateMessage, buttonsMessage, listMessage, interactiveMessage, highlyStructuredMessage } =
		content;
	if (templateMessage) return templateParts(templateMessage);
	if (interactiveMessage) return interactiveParts(interactiveMessage);
	if (highlyStructuredMessage) return structuredParts(highlyStructuredMessage);
	if (listMessage) {
		const { title, description, footerText, sections } = listMessage;
		return { header: [title], body: [description], footer: footerText, options: listOptions(sections ?? []) };
	}
	if (buttonsMessage) {
		const { text, contentText, footerText, buttons } = buttonsMessage;
		const options = buttonOptions(buttons ?? []);
		return { header: [text], body: [contentText], footer: footerText, options, file: buttonsMessage };
	}
	return null;
}

function templateParts(template: proto.Message.ITemplateMessage): Parts {
	const { interactiveMessageTemplate, fourRowTemplate } = template;
	const hydrated = template.hydratedFourRowTemplate ?? template.hydratedTemplate;
	if (hydrated) {
		return {
			header: [hydrated.hydratedTitleText],
			body: [hydrated.hydratedContentText],
			footer: hydrated.hydratedFooterText,
			options: templateOptions(hydrated.hydratedButtons ?? []),
			file: hydrated,
			isHidden: hydrated.maskLinkedDevices === true,
		};
	}
	if (interactiveMessageTemplate) return interactiveParts(interactiveMessageTemplate);
	const { highlyStructuredMessage, content, footer } = fourRowTemplate ?? {};
	const rows = [highlyStructuredMessage, content, footer].map((row) => (row ? linesOf(row) : []));
	return { body: rows.flat(), file: fourRowTemplate };
}

function structuredParts({ hydratedHsm, params }: proto.Message.IHighlyStructuredMessage): Parts {
	const hydrated = hydratedHsm?.hydratedFourRowTemplate ?? hydratedHsm?.hydratedTemplate;
	if (!hydrated) return { body: params ?? [] };
	return templateParts({ hydratedTemplate: hydrated });
}

function linesOf(row: proto.Message.IHighlyStructuredMessage): Text[] {
	const { header = [], body = [], footer } = structuredParts(row);
	return [...header, ...body, footer];
}

function interactiveParts({
	header,
	body,
	footer,
	nativeFlowMessage,
	carouselMessage,
}: proto.Message.IInteractiveMessage): Parts {
	const cards = (carouselMessage?.cards ?? []).slice(0, MAX_CARDS);
	const buttons = [nativeFlowMessage, ...cards.map((card) => card.nativeFlowMessage)].flatMap(
		(flow) => flow?.buttons ?? [],
	);
	return {
		header: [header?.title, header?.subtitle],
		body: [body?.text, ...cards.flatMap((card) => [card.header?.title, card.body?.text])],
		footer: footer?.text,
		options: nativeOptions(buttons),
		file: header,
	};
}

function headerOf(header: Parts['file']): Content {
	const { imageMessage, videoMessage, documentMessage } = (header ?? {}) as Content;
	return {
		imageMessage: imageMessage ?? null,
		videoMessage: videoMessage ?? null,
		documentMessage: documentMessage ?? null,
	};
}
