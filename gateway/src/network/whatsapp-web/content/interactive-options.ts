import type { proto } from 'baileys';
import {
	INTERACTIVE_OPTIONS_LIMIT,
	type InteractiveOption,
} from '../../../domain/messages/message-details.ts';
import { jsonObject } from './json-object.ts';
import { detailOrNull, sanitizeName } from './sanitize-text.ts';

type NativeButton = proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton;

/** The kind of a native flow's button by its name, and the parameter that holds its value. */
const NATIVE_BUTTONS: ReadonlyMap<string, readonly [InteractiveOption['kind'], string | null]> = new Map([
	['quick_reply', ['reply', null]],
	['cta_url', ['url', 'url']],
	['cta_call', ['phone', 'phone_number']],
	['cta_copy', ['copy_code', 'copy_code']],
	['single_select', ['list', null]],
	['flow', ['flow', null]],
	['galaxy_message', ['flow', null]],
]);

/** The buttons of a template. */
export function templateOptions(buttons: readonly proto.IHydratedTemplateButton[]): InteractiveOption[] {
	return limited(buttons).map(({ quickReplyButton, urlButton, callButton }) => {
		if (urlButton) return option('url', null, urlButton.displayText, urlButton.url);
		if (callButton) return option('phone', null, callButton.displayText, callButton.phoneNumber);
		return option('reply', quickReplyButton?.id, quickReplyButton?.displayText);
	});
}

/** The buttons of a message, as options that can be tapped. */
export function buttonOptions(buttons: readonly proto.Message.ButtonsMessage.IButton[]): InteractiveOption[] {
	return limited(buttons).map(({ buttonId, buttonText }) =>
		option('reply', buttonId, buttonText?.displayText),
	);
}

/** The entries of a list. */
export function listOptions(sections: readonly proto.Message.ListMessage.ISection[]): InteractiveOption[] {
	const rows = limited(sections).flatMap((section) => limited(section.rows ?? []));
	return limited(rows).map(({ rowId, title }) => option('reply', rowId, title));
}

/** The buttons of native flows, and the entries of the lists that such buttons open. */
export function nativeOptions(buttons: readonly NativeButton[]): InteractiveOption[] {
	return limited(
		limited(buttons).flatMap(({ name, buttonParamsJson }) => {
			const params = jsonObject(buttonParamsJson) ?? {};
			const [kind, valueName] = NATIVE_BUTTONS.get(name ?? '') ?? ['other', null];
			const title = params.display_text ?? params.title ?? params.flow_cta;
			const value = valueName === null ? null : params[valueName];
			return [option(kind, params.id, title, value), ...entriesIn(params.sections)];
		}),
	);
}

/** The entries in the parameters of a button that opens a list. */
function entriesIn(sections: unknown): InteractiveOption[] {
	return objectsIn(sections)
		.flatMap(({ rows }) => objectsIn(rows))
		.map(({ id, title }) => option('reply', id, title));
}

function objectsIn(list: unknown): Record<string, unknown>[] {
	if (!Array.isArray(list)) return [];
	return limited(list as unknown[]).filter(
		(entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
	);
}

function option(
	kind: InteractiveOption['kind'],
	id: unknown,
	title: unknown,
	value: unknown = null,
): InteractiveOption {
	const shown = sanitizeName(detailOrNull(title) ?? detailOrNull(id) ?? '');
	return { kind, id: detailOrNull(id), title: shown, value: detailOrNull(value) };
}

function limited<T>(list: readonly T[]): T[] {
	return list.slice(0, INTERACTIVE_OPTIONS_LIMIT);
}
