import { getEvent } from '../../api/admin-lists.ts';
import type { StoredEvent } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { subjectOf } from '../../live/live-messages.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';

/** One event with its payload. */
export default function EventScreen({ parameters: { eventId = '' } }: { parameters: Parameters }) {
	const event = useLoad(eventId, (signal) => getEvent(eventId, signal));
	return (
		<>
			<PageHeader
				title={event.data?.kind ?? 'Event'}
				subject={eventId}
				back={{ href: hrefTo('events'), label: 'Events' }}
			/>
			<LoadedView of={event}>
				{(data) => (
					<div class="stack">
						<About event={data} />
						<Panel title="What webhooks receive">
							<CodeBlock text={JSON.stringify(data.payload)} label="The event as webhooks receive it" />
						</Panel>
					</div>
				)}
			</LoadedView>
		</>
	);
}

function About({ event }: { event: StoredEvent }) {
	const { eventId, at, instanceId } = event;
	const { chatId, messageId } = subjectOf(event);
	return (
		<Panel title="About it">
			<DescriptionList>
				<Description name="Time">
					<Timestamp at={at} seconds />
				</Description>
				{instanceId !== null && (
					<Description name="Instance">
						<a href={hrefTo('instances', instanceId)}>
							<code>{instanceId}</code>
						</a>
					</Description>
				)}
				{instanceId !== null && chatId !== undefined && (
					<Description name="Chat">
						<a href={hrefTo('chats', instanceId, chatId)}>
							<code>{chatId}</code>
						</a>
					</Description>
				)}
				{messageId !== undefined && (
					<Description name="Message">
						<a href={hrefTo('messages', messageId)}>Its steps and deliveries</a>
					</Description>
				)}
				<Description name="Event id">
					<code>{eventId}</code>
				</Description>
			</DescriptionList>
		</Panel>
	);
}
