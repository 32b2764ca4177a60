import { mediaPathOf } from '../../api/messages.ts';
import type { PhoneMessage } from '../../api/types.ts';
import { Bubble } from '../../components/conversation/bubble.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Ticks } from './ticks.tsx';

interface Properties {
	message: PhoneMessage;
	/** The message it replies to, if that is loaded. */
	quoted: PhoneMessage | null;
	/** Name of the writer; null: the chat has only one other side. */
	writer: string | null;
	onReply: () => void;
}

/** A message as the phone shows it: its own with their ticks. */
export function PhoneBubble({ message, quoted, writer, onReply }: Properties) {
	const { messageId, type, media, fromMe, content, timestamp, status, quotedMessageId } = message;
	return (
		<Bubble
			own={fromMe}
			writer={writer}
			quote={quotedMessageId === null ? null : (quoted?.content ?? 'An earlier message')}
			file={
				media?.available === true
					? { path: mediaPathOf(messageId), type, label: media.filename ?? `Open the ${type}` }
					: null
			}
			text={content}
			footer={
				<>
					<Timestamp at={timestamp} />
					{fromMe && <Ticks status={status} />}
				</>
			}
		>
			<span class="phone-reply">
				<Button kind="quiet" icon="reply" label="Reply to this message" onClick={onReply} />
			</span>
		</Bubble>
	);
}
