import { useEffect, useRef, useState } from 'preact/hooks';
import { deleteInstance, getInstanceStatus } from '../../api/instances.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { InstanceStatus, InstanceStatusRecord } from '../../api/types.ts';
import { useDeletion } from '../../api/hooks/use-deletion.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { InstanceBadge } from '../../components/badges/badge.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { DeletePanel } from '../../components/layout/delete-panel.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { statusIn } from '../../live/live-messages.ts';
import { usePollingWhileOffline } from '../../live/use-polling.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { Connect } from './connect.tsx';
import { ConnectionState } from './connection-state.tsx';
import { Health } from './health.tsx';
import { InstanceFacts } from './instance-facts.tsx';
import { InstanceSettings } from './instance-settings.tsx';
import { OwnWebhook } from './own-webhook.tsx';

/** One instance: its connection, live, and its settings. */
export default function InstanceScreen({ parameters }: { parameters: Parameters }) {
	const id = parameters.instanceId ?? '';
	const subscription = useSubscription([`instance:${id}:status`], (message) => {
		const fresh = statusIn(message);
		if (fresh === null) return;
		status.replace((before) => before && withSecretsOf(before, fresh));
		// Before the first response no secrets are known, and a form would overwrite them with nothing.
		if (status.data === undefined) status.reload();
	});
	const deletion = useDeletion(() => deleteInstance(id));
	const status = useLoad(`instance ${id}`, (signal) => getInstanceStatus(id, signal), {
		subscription,
		paused: deletion.deleting,
	});

	const state = status.data?.status;
	const justConnected = useJustConnected(state);
	usePollingWhileOffline(state === 'qr_pending' || state === 'connecting', status.poll);

	return (
		<LoadedView of={status}>
			{(instance) => (
				<>
					<PageHeader title={instance.name} back={{ href: '#/instances', label: 'Instances' }}>
						<InstanceBadge status={instance.status} />
						{instance.status === 'connected' && (
							<a class="button" href={hrefTo('chats', instance.id)}>
								Open its chats
							</a>
						)}
					</PageHeader>
					<div class="stack">
						<Connection instance={instance} justConnected={justConnected} onChanged={status.reload} />
						<Health instanceId={instance.id} paused={deletion.deleting} />
						{mayWrite() ? (
							<>
								<InstanceSettings key={instance.id} instance={instance} onChanged={status.reload} />
								<OwnWebhook key={`webhook ${instance.id}`} instance={instance} onChanged={status.reload} />
								<DeletePanel
									about="Deletes the instance with its chats, messages and files."
									label="Delete this instance"
									question={`Delete ${instance.name}?`}
									act={deletion.run}
									next="#/instances"
								>
									Its chats, messages and files are deleted too. This cannot be undone.
								</DeletePanel>
							</>
						) : (
							<InstanceFacts instance={instance} />
						)}
					</div>
				</>
			)}
		</LoadedView>
	);
}

/** A pushed status with the signing secret and the proxy, which only requests return. */
function withSecretsOf(before: InstanceStatusRecord, fresh: InstanceStatusRecord): InstanceStatusRecord {
	const settings = { ...fresh.settings, proxyUrl: before.settings.proxyUrl };
	const { webhookSecret } = before.webhookId === fresh.webhookId ? before : fresh;
	return { ...fresh, settings, webhookSecret };
}

interface ConnectionProperties {
	instance: InstanceStatusRecord;
	justConnected: boolean;
	onChanged: () => void;
}

/** The connection of an instance, or how to connect it. */
function Connection({ instance, justConnected, onChanged }: ConnectionProperties) {
	if (instance.status !== 'disconnected' && instance.status !== 'qr_pending') {
		return <ConnectionState instance={instance} justConnected={justConnected} onChanged={onChanged} />;
	}
	if (mayWrite()) return <Connect instance={instance} onChanged={onChanged} />;
	return (
		<Panel title="Connection">
			<p class="soft">
				This instance is not connected. An operator or an owner of this gateway can connect it.
			</p>
		</Panel>
	);
}

/** Whether the instance connected while the screen was open. */
function useJustConnected(state: InstanceStatus | undefined): boolean {
	const before = useRef(state);
	const [justConnected, setJustConnected] = useState(false);
	useEffect(() => {
		const wasOpen = before.current !== undefined && before.current !== 'connected';
		if (state === 'connected' && wasOpen) setJustConnected(true);
		if (state === 'disconnected') setJustConnected(false);
		before.current = state;
	}, [state]);
	return justConnected;
}
