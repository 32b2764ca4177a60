import { useState } from 'preact/hooks';
import { disconnectInstance } from '../../api/instances.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { formatDuration, formatPercent, formatInteger } from '../../components/display/format.ts';
import { OptionalTimestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Restriction } from './restriction.tsx';

interface Properties {
	instance: InstanceStatusRecord;
	justConnected: boolean;
	onChanged: () => void;
}

/** The state of an instance that is connected or connecting. */
export function ConnectionState({ instance, justConnected, onChanged }: Properties) {
	const [asking, setAsking] = useState(false);
	const { stats, health } = instance;
	return (
		<Panel
			title="Connection"
			actions={
				mayWrite() && (
					<Button
						onClick={() => {
							setAsking(true);
						}}
					>
						Disconnect
					</Button>
				)
			}
		>
			{justConnected && (
				<Notice tone="good" live>
					Connected. The instance can send and receive messages now.
				</Notice>
			)}
			{instance.status === 'connecting' && (
				<Notice live>The connection is being opened. Messages are accepted and wait for it.</Notice>
			)}
			{instance.restriction !== null && <Restriction restriction={instance.restriction} />}
			<DescriptionList>
				<Description name="Phone">
					{instance.phone === null ? <span class="faint">Not known yet</span> : `+${instance.phone}`}
				</Description>
				<Description name="Profile">
					<bdi>{instance.profileName ?? <span class="faint">No name</span>}</bdi>
				</Description>
				<Description name="Connected since">
					<OptionalTimestamp at={instance.connectedAt} none="Not connected" />
					{instance.connectedAt !== null && <span class="faint"> ({formatDuration(health.uptime)})</span>}
				</Description>
				<Description name="Last active">
					<RelativeTime at={instance.lastSeenAt} />
				</Description>
				<Description name="Last message received">
					<OptionalTimestamp at={instance.lastReceivedAt} none="None yet" />
				</Description>
				<Description name="Messages today (UTC)">
					{formatInteger(stats.messagesSent)} sent, {formatInteger(stats.messagesReceived)} received
				</Description>
				<Description name="Chats">
					{formatInteger(stats.activeChats)} active, {formatInteger(stats.unreadMessages)} unread messages
				</Description>
				<Description name="Messages delivered">{formatPercent(health.messageDeliveryRate)}</Description>
				<Description name="Latency to the network">{formatInteger(health.latency)} ms</Description>
			</DescriptionList>
			{asking && (
				<ConfirmDialog
					title={`Disconnect ${instance.name}?`}
					confirm="Disconnect"
					act={() => disconnectInstance(instance.id)}
					onDone={() => {
						setAsking(false);
						onChanged();
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					It stops sending and receiving until you connect it again. Its messages and settings stay.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
