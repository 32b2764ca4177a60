import { useState } from 'preact/hooks';
import { getInstanceStatus } from '../../api/instances.ts';
import { useLoad } from '../../api/use-load.ts';
import { InstanceBadge } from '../../components/badge.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { statusIn } from '../../live/live-messages.ts';
import { useChannel } from '../../live/use-channel.ts';
import { linkTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { Connect } from './connect.tsx';
import { ConnectionState } from './connection-state.tsx';
import { DangerZone } from './danger-zone.tsx';
import { InstanceSettings } from './instance-settings.tsx';
import { OwnWebhook } from './own-webhook.tsx';

/** One instance: its connection, live, and all that can be set about it. */
export default function InstanceScreen({ parameters }: { parameters: Parameters }) {
	const id = parameters.instanceId ?? '';
	const status = useLoad(`instance ${id}`, (signal) => getInstanceStatus(id, signal));
	/** Whether the connection came about before one's eyes: then it is worth a word. */
	const [justConnected, setJustConnected] = useState(false);

	useChannel(`instance:${id}:status`, {
		onMessage: (message) => {
			const fresh = statusIn(message);
			if (fresh === null) return;
			status.replace((before) => {
				if (before?.status === 'qr_pending' && fresh.status === 'connected') setJustConnected(true);
				return fresh;
			});
		},
		onGap: status.reload,
	});

	return (
		<LoadedView of={status}>
			{(instance) => (
				<>
					<PageHeader title={instance.name} back={{ href: '#/instances', label: 'Instances' }}>
						<InstanceBadge status={instance.status} />
						{instance.status === 'connected' && (
							<a class="button" href={linkTo('chats', instance.id)}>
								Open its chats
							</a>
						)}
					</PageHeader>
					<div class="stack">
						{instance.status === 'disconnected' || instance.status === 'qr_pending' ? (
							<Connect instance={instance} onChanged={status.reload} />
						) : (
							<ConnectionState instance={instance} justConnected={justConnected} onChanged={status.reload} />
						)}
						<InstanceSettings key={instance.id} instance={instance} onChanged={status.reload} />
						<OwnWebhook key={`webhook ${instance.id}`} instance={instance} onChanged={status.reload} />
						<DangerZone instance={instance} />
					</div>
				</>
			)}
		</LoadedView>
	);
}
