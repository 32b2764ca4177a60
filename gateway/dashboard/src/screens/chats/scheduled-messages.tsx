import { deleteMessage } from '../../api/message-changes.ts';
import { listScheduled } from '../../api/messages.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { HistoryItem } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad, type Loaded } from '../../api/hooks/use-load.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import type { Subscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';

type Scheduled = Loaded<HistoryItem[]>;

/** The messages of a chat that are sent later, the next one first. */
export function useScheduled(instanceId: string, chatId: string, subscription: Subscription): Scheduled {
	return useLoad(
		`scheduled ${instanceId} ${chatId}`,
		async (signal) => {
			const { data } = await listScheduled({ instanceId, chatId }, signal);
			return data.toReversed();
		},
		{ subscription },
	);
}

/** The messages that are sent later, each with its time and a button that cancels it. */
export function ScheduledMessages({ scheduled: { data: messages = [], reload } }: { scheduled: Scheduled }) {
	const cancelling = useAction(async (messageId: string) => {
		await deleteMessage(messageId);
		reload();
	});
	if (messages.length === 0) return null;
	return (
		<section class="scheduled" aria-label="Scheduled messages">
			{cancelling.error !== undefined && <ErrorAlert error={cancelling.error} />}
			<ul>
				{messages.map(({ messageId, content, sendAt = '' }) => (
					<li key={messageId}>
						<span class="soft small">
							Sent at <Timestamp at={sendAt} />
						</span>
						<a class="cut grow" dir="auto" href={hrefTo('messages', messageId)}>
							{content}
						</a>
						{mayWrite() && (
							<Button kind="quiet" busy={cancelling.busy} onClick={() => void cancelling.run(messageId)}>
								Cancel
								<span class="visually-hidden"> sending {content}</span>
							</Button>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
