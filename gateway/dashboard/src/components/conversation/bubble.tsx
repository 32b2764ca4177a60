import type { ComponentChildren } from 'preact';
import { MessageBody, type BodyActions } from '../message/message-body.tsx';
import { Quote } from '../message/quote.tsx';
import { Reactions } from '../message/reactions.tsx';
import type { ShownMessage } from '../message/shown-message.ts';
import { deletionText } from './deletion-text.tsx';
import '../message/message.css';
import './bubble.css';

interface Properties extends BodyActions {
	message: ShownMessage;
	/** Delivery status, which the colours of own messages depend on. */
	status?: string;
	/** Time and status. */
	footer: ComponentChildren;
	/** Shows another message of the conversation. */
	onShow: (messageId: string) => void;
	/** Buttons beside the bubble. */
	buttons?: ComponentChildren;
	/** Below the bubble, such as what its buttons have opened. */
	children?: ComponentChildren;
}

/** A message of a conversation, with its reactions. */
export function Bubble(properties: Properties) {
	const { message, status, footer, onShow, onVote, onChoose, buttons, children } = properties;
	const { own, writer, quote, reactions, deleted } = message;
	return (
		<div class="bubble-block" data-own={own} data-album={message.continuesAlbum}>
			<div class="bubble-line" data-own={own}>
				<article class="bubble" data-status={status}>
					{writer !== null && (
						<p class="bubble-writer">
							<bdi>{writer}</bdi>
						</p>
					)}
					{message.forwarded === true && <p class="message-note">Forwarded</p>}
					{deleted !== null ? (
						<p class="bubble-text soft">{deletionText(deleted)}</p>
					) : (
						<>
							{quote !== null && <Quote quote={quote} onShow={onShow} />}
							<MessageBody message={message} onVote={onVote} onChoose={onChoose} />
						</>
					)}
					<p class="bubble-footer">
						{message.ephemeral === true && <span>Disappears</span>}
						{message.isEdited && deleted === null && <span>Edited</span>}
						{footer}
					</p>
				</article>
				{buttons !== undefined && <span class="bubble-buttons">{buttons}</span>}
			</div>
			<Reactions reactions={reactions} />
			{children}
		</div>
	);
}
