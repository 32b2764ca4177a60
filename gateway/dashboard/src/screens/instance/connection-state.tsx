import { useState } from 'preact/hooks';
import { disconnectInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { duration, percent, whole } from '../../components/figures.ts';
import { MomentOr } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';

interface Properties {
	instance: InstanceStatusRecord;
	justConnected: boolean;
	onChanged: () => void;
}

/** A connection that stands, or is being opened. */
export function ConnectionState({ instance, justConnected, onChanged }: Properties) {
	const [asking, setAsking] = useState(false);
	const { stats, health } = instance;
	return (
		<Panel
			title="Connection"
			actions={
				<Button
					onClick={() => {
						setAsking(true);
					}}
				>
					Disconnect
				</Button>
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
			<Facts>
				<Fact name="Phone">
					{instance.phone === null ? <span class="faint">Not known yet</span> : `+${instance.phone}`}
				</Fact>
				<Fact name="Profile">{instance.profileName ?? <span class="faint">No name</span>}</Fact>
				<Fact name="Connected since">
					<MomentOr at={instance.connectedAt} none="Not connected" />
					{instance.connectedAt !== null && <span class="faint"> ({duration(health.uptime)})</span>}
				</Fact>
				<Fact name="Last active">
					<Ago at={instance.lastSeenAt} />
				</Fact>
				<Fact name="Messages today (UTC)">
					{whole(stats.messagesSent)} sent, {whole(stats.messagesReceived)} received
				</Fact>
				<Fact name="Chats">
					{whole(stats.activeChats)} active, {whole(stats.unreadMessages)} unread messages
				</Fact>
				<Fact name="Messages delivered">{percent(health.messageDeliveryRate)}</Fact>
				<Fact name="Latency to the network">{whole(health.latency)} ms</Fact>
			</Facts>
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
