import type { StoredEvent } from '../../api/types.ts';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { hrefTo } from '../../routing/location.ts';

/** One event with its payload. */
export function EventDialog({ event, onClose }: { event: StoredEvent; onClose: () => void }) {
	const { data } = event.payload as { data?: { messageId?: string } };
	return (
		<Dialog title={event.kind} wide onClose={onClose}>
			<div class="stack-small">
				<DescriptionList>
					<Description name="Time">
						<Timestamp at={event.at} seconds />
					</Description>
					{event.instanceId !== null && (
						<Description name="Instance">
							<a href={hrefTo('instances', event.instanceId)}>
								<code>{event.instanceId}</code>
							</a>
						</Description>
					)}
					{data?.messageId !== undefined && (
						<Description name="Message">
							<a href={hrefTo('messages', data.messageId)}>What happened to it, and its deliveries</a>
						</Description>
					)}
				</DescriptionList>
				<CodeBlock text={JSON.stringify(event.payload)} label="The event as webhooks receive it" />
			</div>
		</Dialog>
	);
}
