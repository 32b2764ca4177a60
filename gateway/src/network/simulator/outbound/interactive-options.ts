import type { InteractiveOption, Reply } from '../../../domain/messages/message-details.ts';
import type { MessageTemplate } from '../../../domain/messages/template.ts';
import { templateButtons } from './templates.ts';

/** A button or an entry of a list, as a phone shows it below a message of the instance. */
export interface ShownOption extends InteractiveOption {
	/** Only of an entry of a list: the text below its title, and the heading of its section. */
	description: string | null;
	section: string | null;
	/**
	 * The kind of the reply to the instance when a person taps it; null: no reply, the option opens a page or an app.
	 */
	replyKind: Reply['kind'] | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** The options of an interactive message in the shape of Meta's Cloud API, and of a template, in their order. */
export function shownOptions(
	interactive: Fields | undefined,
	template: MessageTemplate | null,
): ShownOption[] {
	if (template !== null) return templateButtons(template).map((button) => option(button));
	if (interactive === undefined) return [];
	const action = fieldsOf(interactive.action);
	const parameters = fieldsOf(action.parameters);
	switch (interactive.type) {
		case 'button':
			return listOf(action.buttons).map((button) => {
				const { id, title } = fieldsOf(button.reply);
				return option({ kind: 'reply', id: text(id), title: text(title) ?? '', replyKind: 'button' });
			});
		case 'list':
			return listOf(action.sections).flatMap((section) =>
				listOf(section.rows).map(({ id, title, description }) =>
					option({
						kind: 'reply',
						id: text(id),
						title: text(title) ?? '',
						description: text(description),
						section: text(section.title),
						replyKind: 'list',
					}),
				),
			);
		case 'cta_url':
			return [
				option({ kind: 'url', title: text(parameters.display_text) ?? '', value: text(parameters.url) }),
			];
		case 'flow':
			return [option({ kind: 'flow', title: text(parameters.flow_cta) ?? '', replyKind: 'flow' })];
		case 'location_request_message':
			return [option({ kind: 'other', title: 'Send location' })];
		default:
			return [];
	}
}

function option(given: Pick<ShownOption, 'kind' | 'title'> & Partial<ShownOption>): ShownOption {
	return { id: null, value: null, description: null, section: null, replyKind: null, ...given };
}

function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
	return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function text(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}
