import { mediaAddress } from '../api/messages.ts';
import { Button } from '../components/forms/button.tsx';
import { Icon } from '../components/display/icon.tsx';
import { Timestamp } from '../components/display/timestamp.tsx';
import type { PhoneMessage } from './api.ts';
import { Ticks } from './ticks.tsx';

interface Properties {
	message: PhoneMessage;
	/** What it replies to, where that is on show. */
	quoted: PhoneMessage | null;
	/** The name of who wrote it, where that does not go without saying. */
	writer: string | null;
	onReply: () => void;
}

/** A message as the phone shows it: its own to the right, with their ticks. */
export function Bubble({ message, quoted, writer, onReply }: Properties) {
	const { fromMe, content, timestamp, status, quotedMessageId } = message;
	return (
		<div class="phone-line" data-from={fromMe ? 'me' : 'them'}>
			<article class="phone-bubble">
				{writer !== null && <p class="bubble-from">{writer}</p>}
				{quotedMessageId !== null && (
					<p class="phone-quote">{quoted === null ? 'An earlier message' : quoted.content}</p>
				)}
				<File message={message} />
				<p class="bubble-text">{content}</p>
				<p class="phone-foot">
					<Timestamp at={timestamp} />
					{fromMe && <Ticks status={status} />}
				</p>
			</article>
			<span class="phone-reply">
				<Button kind="quiet" icon="reply" label="Reply to this message" onClick={onReply} />
			</span>
		</div>
	);
}

function File({ message: { messageId, type, media } }: { message: PhoneMessage }) {
	if (media?.available !== true) return null;
	const address = mediaAddress(messageId);
	if (type === 'image') return <img class="phone-picture" src={address} alt="" loading="lazy" />;
	return (
		<a class="bubble-file" href={address} download>
			<Icon name="file" />
			{media.filename ?? `Open the ${type}`}
		</a>
	);
}
