import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { getInstanceStatus } from '../../api/instances.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { InstanceListItem, InstanceStatusRecord } from '../../api/types.ts';
import { useLoad, type Loaded } from '../../api/hooks/use-load.ts';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { IconName } from '../display/icon.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useGrowingInstances, type GrowingInstances } from '../forms/use-growing-instances.ts';
import { SelectField } from '../forms/select-field.tsx';
import { LoadedView } from '../lists/loaded-view.tsx';
import { PageHeader } from './page-header.tsx';
import './instance-screen.css';

type Capability = InstanceStatusRecord['capabilities'][number];

/** The instance of a screen, with its present capabilities. */
export interface ShownInstance {
	id: string;
	name: string;
	isConnected: boolean;
	/** The capabilities of its network, also while it is not connected. */
	capabilities: ReadonlySet<Capability>;
}

interface Properties {
	title: string;
	about: string;
	icon: IconName;
	/** The first segment of the screen's path. */
	area: string;
	/** The instance of the path; undefined: the first one that is connected. */
	instanceId: string | undefined;
	/** Buttons beside the choice of the instance. */
	actions?: (instance: ShownInstance) => ComponentChildren;
	children: (instance: ShownInstance) => ComponentChildren;
}

/** A screen about something of one instance, with the choice of the instance. */
export function InstanceScreen({ title, about, icon, area, instanceId, actions, children }: Properties) {
	const instances = useGrowingInstances();
	const { loaded, isComplete } = instances;
	const id = instanceId ?? preferred(instances)?.id ?? null;
	const shown = useShownInstance(id);
	if (id === null ? !isComplete : shown.data === undefined) {
		const { error, reload } = id === null ? instances : shown;
		return (
			<>
				<PageHeader title={title} about={about} />
				<LoadedView of={{ data: undefined, error, reload }}>{() => null}</LoadedView>
			</>
		);
	}
	if (shown.data === undefined) {
		return (
			<>
				<PageHeader title={title} about={about} />
				<EmptyState
					title="No instances yet"
					icon={icon}
					action={<a href="#/instances">Go to the instances</a>}
				>
					{title} belong to an instance. Create one and connect it first.
				</EmptyState>
			</>
		);
	}
	const instance = shown.data;
	const listed = loaded.some((one) => one.id === instance.id) ? loaded : [instance, ...loaded];
	return (
		<>
			<PageHeader title={title} about={about}>
				<div class="instance-choice">
					<SelectField
						label="Instance"
						value={instance.id}
						onChange={(chosen) => {
							navigate(hrefTo(area, chosen));
						}}
						options={listed.map((one) => [one.id, one.name] as const)}
					/>
				</div>
				{instance.isConnected && actions?.(instance)}
			</PageHeader>
			{instances.error !== undefined && <ErrorAlert error={instances.error} onRetry={instances.reload} />}
			{!instance.isConnected && <NotConnected instance={instance} />}
			{children(instance)}
		</>
	);
}

/** Says that an instance is not connected, and where that can be changed. */
export function NotConnected({ instance: { id, name } }: { instance: Pick<ShownInstance, 'id' | 'name'> }) {
	return (
		<Notice tone="caution">
			<bdi>{name}</bdi> is not connected.{' '}
			<a href={hrefTo('instances', id)}>{mayWrite() ? 'Connect it' : 'Go to the instance'}</a>
		</Notice>
	);
}

type Reloadable<T> = Pick<Loaded<T>, 'data' | 'error' | 'reload'>;

/** The instance with an id, and its capabilities; null: none is loaded. */
export function useShownInstance(id: string | null): Reloadable<ShownInstance> {
	const status = useLoad(id === null ? null : `status ${id}`, (signal) =>
		getInstanceStatus(id ?? '', signal),
	);
	const { data } = status;
	const shown = useMemo(
		(): ShownInstance | undefined =>
			data === undefined
				? undefined
				: {
						id: data.id,
						name: data.name,
						isConnected: data.status === 'connected' || data.status === 'connecting',
						capabilities: new Set(data.capabilities),
					},
		[data],
	);
	return { data: shown, error: status.error, reload: status.reload };
}

/** The first instance that is connected, as soon as one is loaded; the first of all where none is. */
function preferred({ loaded, isComplete }: GrowingInstances): InstanceListItem | undefined {
	return loaded.find(({ status }) => status === 'connected') ?? (isComplete ? loaded[0] : undefined);
}
