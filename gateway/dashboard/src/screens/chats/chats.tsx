import { useMemo, useState } from 'preact/hooks';
import { getInstanceStatus } from '../../api/instances.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Button } from '../../components/forms/button.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { TemplateDialog } from '../../components/template/template-dialog.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { navigate, hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { useQueryPart } from '../../routing/use-query.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { ChatList } from './chat-list.tsx';
import { InstanceConversation } from './conversation.tsx';
import type { Capabilities } from './offers.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useGrowingInstances, type GrowingInstances } from '../../components/forms/use-growing-instances.ts';
import { WriteToNumber } from './write-to-number.tsx';
import './chats.css';

/** The chats of an instance, and the open chat. */
export default function Chats({ parameters }: { parameters: Parameters }) {
	const instances = useGrowingInstances();
	const { instanceId, chatId = null } = parameters;
	const chosen = instanceId ?? preferred(instances)?.id;
	if (chosen !== undefined) return <InstanceChats instances={instances} id={chosen} chatId={chatId} />;
	const { isComplete, error, reload } = instances;
	return (
		<LoadedView of={{ data: isComplete || undefined, error, reload }}>{() => <NoInstances />}</LoadedView>
	);
}

function NoInstances() {
	return (
		<>
			<PageHeader title="Chats" />
			<EmptyState title="No chats yet" icon="chat" action={<a href="#/instances">Go to the instances</a>}>
				Chats belong to an instance. Create one and connect it first.
			</EmptyState>
		</>
	);
}

/** The capabilities of an instance that is not connected. */
const NOTHING: Capabilities = new Set();

interface Properties {
	/** The chosen one may be missing where there are too many. */
	instances: GrowingInstances;
	id: string;
	chatId: string | null;
}

/** The chats of an instance. They are loaded beside the instance, and not after it. */
function InstanceChats({ instances, id, chatId }: Properties) {
	const [writing, setWriting] = useState(false);
	const [changes, setChanges] = useState(0);
	const [showsKeys, setShowsKeys] = useQueryPart('shortcuts');
	const status = useLoad(`status ${id}`, (signal) => getInstanceStatus(id, signal));
	const supported = useMemo(() => new Set(status.data?.capabilities), [status.data]);
	useShortcuts({
		'?': () => {
			setShowsKeys(true);
		},
		n: () => {
			setWriting(true);
		},
	});
	const { loaded, isComplete, error } = instances;
	const listed = loaded.find((one) => one.id === id);
	const instance = listed ?? status.data;
	if (instance === undefined && status.error !== undefined && (isComplete || error !== undefined)) {
		return (
			<>
				<PageHeader title="Chats" />
				<ErrorAlert
					error={error ?? status.error}
					onRetry={() => {
						instances.reload();
						status.reload();
					}}
				/>
			</>
		);
	}
	const connected = instance?.status === 'connected' || instance?.status === 'connecting';
	const capabilities = connected ? supported : NOTHING;
	return (
		<>
			<PageHeader title="Chats">
				<div class="chats-instance">
					<SelectField
						label="Instance"
						value={id}
						onChange={(chosen) => {
							navigate(hrefTo('chats', chosen));
						}}
						options={optionsOf(id, instance, loaded)}
					/>
				</div>
				<Button
					kind="quiet"
					icon="keyboard"
					label="Keyboard shortcuts"
					onClick={() => {
						setShowsKeys(true);
					}}
				/>
				{connected && mayWrite() && (
					<Button
						kind="main"
						icon="plus"
						onClick={() => {
							setWriting(true);
						}}
					>
						Write to a number
					</Button>
				)}
			</PageHeader>
			{error !== undefined && <ErrorAlert error={error} onRetry={instances.reload} />}
			{instance !== undefined && !connected && (
				<Notice tone="caution">
					<bdi>{instance.name}</bdi> is not connected. Its chats can be read, and answered when it is
					connected again.{' '}
					<a href={hrefTo('instances', instance.id)}>{mayWrite() ? 'Connect it' : 'Go to the instance'}</a>
				</Notice>
			)}
			<div class="chats" data-chat={chatId === null ? 'none' : 'open'}>
				<ChatList
					key={id}
					instanceId={id}
					chatId={chatId}
					canArchive={supported.has('chat_changes')}
					changes={changes}
				/>
				{chatId === null ? (
					<p class="chats-none">Choose a chat to read it.</p>
				) : (
					<InstanceConversation
						key={`${id} ${chatId}`}
						instanceId={id}
						chatId={chatId}
						phone={status.data?.phone ?? null}
						capabilities={capabilities}
						connected={connected}
						onChatChange={() => {
							setChanges((before) => before + 1);
						}}
					/>
				)}
			</div>
			{showsKeys && (
				<ShortcutsDialog
					onClose={() => {
						setShowsKeys(false);
					}}
				/>
			)}
			{writing && connected && mayWrite() && capabilities.has('templates') && (
				<TemplateDialog
					title="Write to a number"
					instanceId={id}
					to={null}
					template={null}
					onSent={({ messageId }) => {
						navigate(hrefTo('messages', messageId));
					}}
					onClose={() => {
						setWriting(false);
					}}
				/>
			)}
			{writing && connected && mayWrite() && !capabilities.has('templates') && (
				<WriteToNumber
					instanceId={id}
					onClose={() => {
						setWriting(false);
					}}
				/>
			)}
		</>
	);
}

/** The options of the selection: until the instance is known, it alone. */
function optionsOf(
	id: string,
	instance: Pick<InstanceListItem, 'name'> | undefined,
	loaded: readonly InstanceListItem[],
): (readonly [string, string])[] {
	const options = loaded.map((one) => [one.id, one.name] as const);
	if (instance === undefined) return [[id, 'Loading…']];
	return loaded.some((one) => one.id === id) ? options : [[id, instance.name], ...options];
}

/** The instance that is shown where the address names none; undefined: there is none, or it is not known yet. */
function preferred({ loaded, isComplete }: GrowingInstances): InstanceListItem | undefined {
	return loaded.find(({ status }) => status === 'connected') ?? (isComplete ? loaded[0] : undefined);
}
