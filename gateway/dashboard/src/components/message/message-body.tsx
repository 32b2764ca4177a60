import { messageText } from '../conversation/message-text.ts';
import { ContactsView } from './contacts-view.tsx';
import { FileView } from './file-view.tsx';
import { interactiveParts, type InteractiveOption } from './interactive-parts.ts';
import { InteractiveOptions } from './interactive-view.tsx';
import { LocationView } from './location-view.tsx';
import { MessageText } from './message-text.tsx';
import { OrderView } from './order-view.tsx';
import { PollView } from './poll-view.tsx';
import { ReferralView } from './referral-view.tsx';
import { ReplyData, ReplyNote } from './reply-note.tsx';
import type { ShownMessage } from './shown-message.ts';

/** The viewer's actions on the content of a message. An absent function: not possible. */
export interface BodyActions {
	onVote?: ((options: readonly string[]) => void) | undefined;
	onChoose?: ((option: InteractiveOption) => void) | undefined;
}

interface Properties extends BodyActions {
	message: ShownMessage;
}

/** The content of a message of any kind. */
export function MessageBody({ message, onVote, onChoose }: Properties) {
	const { file, fileError, location, contacts, poll } = message;
	const { order, reply, referral } = message;
	return (
		<>
			{referral !== undefined && <ReferralView referral={referral} />}
			{reply !== undefined && <ReplyNote reply={reply} />}
			{file !== null && <FileView file={file} of={message} />}
			{location !== undefined && <LocationView location={location} />}
			{contacts !== undefined && <ContactsView contacts={contacts} />}
			{poll !== undefined && <PollView poll={poll} counts={message.counts} onVote={onVote} />}
			{order !== undefined && <OrderView order={order} />}
			<Words message={message} onChoose={onChoose} />
			{reply !== undefined && <ReplyData reply={reply} />}
			{fileError !== undefined && <p class="bubble-text soft">{fileError}</p>}
		</>
	);
}

/** The text of a message, with the header, the footer and the options of an interactive one. */
function Words({ message, onChoose }: Pick<Properties, 'message' | 'onChoose'>) {
	const { interactive, mentions } = message;
	const parts = interactive === undefined ? null : interactiveParts(interactive);
	const { header = null, footer = null, listLabel = null } = parts ?? {};
	return (
		<>
			{header !== null && (
				<p class="interactive-header" dir="auto">
					{header}
				</p>
			)}
			{isTextShown(message) && <MessageText text={parts?.body ?? messageText(message)} mentions={mentions} />}
			{footer !== null && (
				<p class="soft small" dir="auto">
					{footer}
				</p>
			)}
			<InteractiveOptions
				options={message.options ?? parts?.options ?? []}
				listLabel={listLabel}
				onChoose={onChoose}
			/>
		</>
	);
}

/** The content of a message without words describes what is shown already. */
function isTextShown({ content, file, location, contacts, poll, order }: ShownMessage): boolean {
	if (file !== null && /^\[[a-z ]+\]$/.test(content)) return false;
	if (order !== undefined) return content.includes('. ');
	return location === undefined && contacts === undefined && poll === undefined;
}
