import { mediaAddress } from '../../api/messages.ts';
import type { HistoryItem, MessageStatus } from '../../api/types.ts';
import { Icon } from '../../components/display/icon.tsx';
import { messageText } from '../../components/conversation/message-text.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { hrefTo } from '../../routing/location.ts';

const TICKS: Record<MessageStatus, string> = {
	queued: 'Queued',
	sent: '✓ Sent',
	delivered: '✓✓ Delivered',
	read: '✓✓ Read',
	failed: 'Failed',
};

/** One message of a conversation. */
export function Bubble({ message, isGroup }: { message: HistoryItem; isGroup: boolean }) {
	const { messageId, direction, type, from, senderId = '', mediaError, timestamp, status } = message;
	const own = direction === 'outbound';
	return (
		<div class="bubble-line" data-direction={direction}>
			<article class="bubble" data-status={own ? status : 'received'}>
				{isGroup && !own && <p class="bubble-from">{formatPerson(from, senderId)}</p>}
				{type === 'image' && hasFile(message) && (
					<img class="bubble-picture" src={mediaAddress(messageId)} alt="" loading="lazy" />
				)}
				{type !== 'text' && type !== 'image' && hasFile(message) && (
					<a class="bubble-file" href={mediaAddress(messageId)} download>
						<Icon name="file" />
						{`Open the ${type === 'document' ? 'document' : `${type} file`}`}
					</a>
				)}
				<p class="bubble-text">{messageText(message)}</p>
				{mediaError !== undefined && <p class="bubble-text soft">{mediaError.message}</p>}
				<p class="bubble-foot">
					<Timestamp at={timestamp} />
					{own && <span class="bubble-status">{TICKS[status]}</span>}
					<a href={hrefTo('messages', messageId)}>
						Details<span class="visually-hidden"> of this message</span>
					</a>
				</p>
			</article>
		</div>
	);
}

/** The file of a message is there when it was received, unless it could not be had, or when it was sent. */
function hasFile({ type, mediaError, direction, status }: HistoryItem): boolean {
	if (type === 'unsupported' || mediaError !== undefined) return false;
	return direction === 'inbound' || (status !== 'queued' && status !== 'failed');
}
