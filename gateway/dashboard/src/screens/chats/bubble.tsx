import { mediaPathOf } from '../../api/messages.ts';
import type { HistoryItem, MessageStatus } from '../../api/types.ts';
import { Bubble } from '../../components/conversation/bubble.tsx';
import { messageText } from '../../components/conversation/message-text.ts';
import { formatPerson } from '../../components/display/person.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { hrefTo } from '../../routing/location.ts';

const STATUS: Record<MessageStatus, string> = {
	queued: 'Queued',
	sent: '✓ Sent',
	delivered: '✓✓ Delivered',
	read: '✓✓ Read',
	failed: 'Failed',
};

/** A message as the instance has it: its own with the delivery status. */
export function InstanceBubble({ message, isGroup }: { message: HistoryItem; isGroup: boolean }) {
	const { messageId, direction, type, from, senderId = '', mediaError, timestamp, status } = message;
	const own = direction === 'outbound';
	return (
		<Bubble
			own={own}
			status={own ? status : 'received'}
			writer={isGroup && !own ? formatPerson(from, senderId) : null}
			file={
				hasFile(message)
					? {
							path: mediaPathOf(messageId),
							type,
							label: `Open the ${type === 'document' ? 'document' : `${type} file`}`,
						}
					: null
			}
			text={messageText(message)}
			fileError={mediaError?.message}
			footer={
				<>
					<Timestamp at={timestamp} />
					{own && <span class="bubble-status">{STATUS[status]}</span>}
					<a href={hrefTo('messages', messageId)}>
						Details<span class="visually-hidden"> of this message</span>
					</a>
				</>
			}
		/>
	);
}

/** A received file exists unless its download failed; a sent one exists once the message has left the queue. */
function hasFile({ type, mediaError, direction, status }: HistoryItem): boolean {
	if (type === 'text' || type === 'unsupported' || mediaError !== undefined) return false;
	return direction === 'inbound' || (status !== 'queued' && status !== 'failed');
}
