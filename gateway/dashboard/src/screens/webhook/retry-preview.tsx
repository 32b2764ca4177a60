import type { PreviewSelection, RetryPreview as Preview } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { previewRetry } from '../../api/webhooks.ts';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { formatCount, formatInteger } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { personOf } from './delivery-row.tsx';

/** The deliveries that a retry, or the recovery of a period, will affect. */
export function RetryPreview({ webhookId, selection }: { webhookId: string; selection: PreviewSelection }) {
	const preview = useLoad(`preview ${webhookId} ${JSON.stringify(selection)}`, (signal) =>
		previewRetry(webhookId, selection, signal),
	);
	return <LoadedView of={preview}>{(data) => <Touched of={data} />}</LoadedView>;
}

function Touched({ of }: { of: Preview }) {
	const { deliveries, more, finished, byEvent, oldestAt, newestAt, chats, moreChats } = of;
	if (deliveries === 0) return <p>It affects no delivery.</p>;
	return (
		<div class="stack-small">
			<p>
				{more ? 'More than ' : ''}
				{formatCount(deliveries, 'delivery', 'deliveries')} will be attempted.
				{finished > 0 && ` For ${formatInteger(finished)} the retry schedule begins again.`}
			</p>
			<DescriptionList>
				<Description name="Events">
					<ul>
						{byEvent.map((line) => (
							<li key={line.event}>
								{formatInteger(line.deliveries)} × {line.event}
							</li>
						))}
					</ul>
				</Description>
				{oldestAt !== null && (
					<Description name="Oldest">
						<Timestamp at={oldestAt} seconds />
					</Description>
				)}
				{newestAt !== null && (
					<Description name="Newest">
						<Timestamp at={newestAt} seconds />
					</Description>
				)}
				{chats !== null && chats.length > 0 && (
					<Description name="Chats">
						<ul>
							{chats.map((chat) => (
								<li key={`${chat.instanceId ?? ''} ${chat.chatId}`}>
									{formatInteger(chat.deliveries)} × <bdi>{personOf(chat)}</bdi>
								</li>
							))}
							{moreChats && <li>and others</li>}
						</ul>
					</Description>
				)}
			</DescriptionList>
		</div>
	);
}
