import type { proto } from 'baileys';
import { describePoll } from '../../../domain/messages/message-description.ts';
import {
	POLL_OPTION_LIMIT,
	POLL_OPTIONS_LIMIT,
	POLL_QUESTION_LIMIT,
	type Poll,
} from '../../../domain/messages/message-details.ts';
import type { ShownContent } from './incoming-content.ts';
import { sanitizeText } from './sanitize-text.ts';

type Content = proto.IMessage;

/** The poll in a message of any version; null: it is of another kind. Version 4 wraps a poll of another version. */
export function pollMessageIn(content: Content): proto.Message.IPollCreationMessage | null {
	return (
		content.pollCreationMessage ??
		content.pollCreationMessageV2 ??
		content.pollCreationMessageV3 ??
		content.pollCreationMessageV5 ??
		null
	);
}

/** The names of a poll's options as its creator wrote them: votes name an option by the hash of its name. */
export function optionNamesIn({ options }: proto.Message.IPollCreationMessage): string[] {
	return (options ?? []).slice(0, POLL_OPTIONS_LIMIT).map(({ optionName }) => optionName ?? '');
}

/** The name of an option as clients see it. */
export function shownOption(name: string): string {
	return sanitizeText(name, POLL_OPTION_LIMIT);
}

/** The content of a poll; null: it is of another kind. */
export function pollContentIn(content: Content): ShownContent | null {
	const message = pollMessageIn(content);
	if (message === null) return null;
	const options = optionNamesIn(message).map(shownOption);
	const { selectableOptionsCount: selectable } = message;
	const poll: Poll = {
		question: sanitizeText(message.name ?? '', POLL_QUESTION_LIMIT),
		options,
		// 0: any number.
		selectable: selectable ? Math.min(selectable, options.length) : options.length,
	};
	return { type: 'poll', content: describePoll(poll), file: null, details: { poll } };
}
