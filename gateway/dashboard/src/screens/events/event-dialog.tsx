import type { StoredEvent } from '../../api/types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { linkTo } from '../../routing/location.ts';

/** All of one event. */
export function EventDialog({ event, onClose }: { event: StoredEvent; onClose: () => void }) {
	const { data } = event.payload as { data?: { messageId?: string } };
	return (
		<Dialog title={event.kind} wide onClose={onClose}>
			<div class="stack-small">
				<Facts>
					<Fact name="Time">
						<Moment at={event.at} seconds />
					</Fact>
					<Fact name="Instance">
						<a href={linkTo('instances', event.instanceId)}>
							<code>{event.instanceId}</code>
						</a>
					</Fact>
					{data?.messageId !== undefined && (
						<Fact name="Message">
							<a href={linkTo('messages', data.messageId)}>What happened to it, and its deliveries</a>
						</Fact>
					)}
				</Facts>
				<CodeBlock text={JSON.stringify(event.payload)} label="The event as webhooks receive it" />
			</div>
		</Dialog>
	);
}
