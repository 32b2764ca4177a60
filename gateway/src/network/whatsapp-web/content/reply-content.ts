import type { proto } from 'baileys';
import type { Reply } from '../../../domain/messages/message-details.ts';
import type { ShownContent } from './incoming-content.ts';
import { jsonObject } from './json-object.ts';
import { detailOrNull, textOrNull } from './sanitize-text.ts';

type Content = proto.IMessage;

/** The names of native flows that are real flows; other native flows are kinds of buttons. */
const FLOWS: ReadonlySet<string> = new Set(['flow', 'galaxy_message']);
const LIST = 'single_select';

/** The content of a choice: of a button, an entry of a list, or the end of a flow; null: it is of another kind. */
export function replyContentIn(content: Content): ShownContent | null {
	const reply = replyIn(content);
	return reply === null ? null : { type: 'text', content: reply.title, file: null, details: { reply } };
}

function replyIn(content: Content): Reply | null {
	const { buttonsResponseMessage, templateButtonReplyMessage, listResponseMessage } = content;
	if (buttonsResponseMessage) {
		const { selectedButtonId, selectedDisplayText } = buttonsResponseMessage;
		return reply('button', selectedButtonId, selectedDisplayText);
	}
	if (templateButtonReplyMessage) {
		const { selectedId, selectedDisplayText } = templateButtonReplyMessage;
		return reply('template_button', selectedId, selectedDisplayText);
	}
	if (listResponseMessage) {
		const { title, singleSelectReply } = listResponseMessage;
		return reply('list', singleSelectReply?.selectedRowId, title);
	}
	const { interactiveResponseMessage } = content;
	return interactiveResponseMessage ? nativeReply(interactiveResponseMessage) : null;
}

/** A choice in an interactive message, whose parameters are JSON. */
function nativeReply({ body, nativeFlowResponseMessage }: proto.Message.IInteractiveResponseMessage): Reply {
	const name = nativeFlowResponseMessage?.name ?? '';
	const params = jsonObject(nativeFlowResponseMessage?.paramsJson);
	const title = detailOrNull(body?.text) ?? params?.display_text ?? params?.title;
	if (name === LIST) return reply('list', params?.id, title);
	const isFlow = FLOWS.has(name) || (params !== null && detailOrNull(params.id) === null);
	if (isFlow) return { ...reply('flow', null, title ?? 'Completed'), data: params };
	return reply('button', params?.id, title);
}

function reply(kind: Reply['kind'], id: unknown, title: unknown): Reply {
	return { kind, id: detailOrNull(id), title: textOrNull(title) ?? detailOrNull(id) ?? 'Choice', data: null };
}
