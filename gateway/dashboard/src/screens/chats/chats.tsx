import { useMemo, useState } from 'preact/hooks';
import { getInstanceStatus } from '../../api/instances.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useInstances } from '../../components/forms/instance-select.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Button } from '../../components/forms/button.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { TemplateDialog } from '../../components/template/template-dialog.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { navigate, hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { useQueryFlag } from '../../routing/use-query.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { ChatList } from './chat-list.tsx';
import { InstanceConversation } from './conversation.tsx';
import type { Capabilities } from './offers.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { WriteToNumber } from './write-to-number.tsx';
import './chats.css';

/** The chats of an instance, and the open chat. */
export default function Chats({ parameters }: { parameters: Parameters }) {
	const instances = useInstances();
	return (
		<LoadedView of={instances}>
			{(all) => {
				const { instanceId, chatId = null } = parameters;
				const chosen = instanceId ?? preferred(all)?.id;
				return chosen === undefined ? (
					<NoInstances />
				) : (
					<InstanceChats all={all} id={chosen} chatId={chatId} />
				);
			}}
		</LoadedView>
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

/** What an instance can do that is not connected. */
const NOTHING: Capabilities = new Set();

interface Properties {
	/** The instances to choose from; the chosen one may be missing where there are too many. */
	all: readonly InstanceListItem[];
	id: string;
	chatId: string | null;
}

function InstanceChats({ all, id, chatId }: Properties) {
	const [writing, setWriting] = useState(false);
	const [changes, setChanges] = useState(0);
	const [showsKeys, setShowsKeys] = useQueryFlag('shortcuts');
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
	const listed = all.find((one) => one.id === id);
	const instance = listed ?? status.data;
	if (instance === undefined) {
		return (
			<>
				<PageHeader title="Chats" />
				<LoadedView of={status}>{() => null}</LoadedView>
			</>
		);
	}
	const offered = listed === undefined ? [instance, ...all] : all;
	const connected = instance.status === 'connected' || instance.status === 'connecting';
	const capabilities = connected ? supported : NOTHING;
	return (
		<>
			<PageHeader title="Chats">
				<div class="chats-instance">
					<SelectField
						label="Instance"
						value={instance.id}
						onChange={(chosen) => {
							navigate(hrefTo('chats', chosen));
						}}
						options={offered.map((one) => [one.id, one.name] as const)}
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
			{!connected && (
				<Notice tone="caution">
					<bdi>{instance.name}</bdi> is not connected. Its chats can be read, and answered when it is
					connected again.{' '}
					<a href={hrefTo('instances', instance.id)}>{mayWrite() ? 'Connect it' : 'Go to the instance'}</a>
				</Notice>
			)}
			<div class="chats" data-chat={chatId === null ? 'none' : 'open'}>
				<ChatList
					key={instance.id}
					instanceId={instance.id}
					chatId={chatId}
					canArchive={supported.has('chat_changes')}
					changes={changes}
				/>
				{chatId === null ? (
					<p class="chats-none">Choose a chat to read it.</p>
				) : (
					<InstanceConversation
						key={`${instance.id} ${chatId}`}
						instanceId={instance.id}
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
					instanceId={instance.id}
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
					instanceId={instance.id}
					onClose={() => {
						setWriting(false);
					}}
				/>
			)}
		</>
	);
}

function preferred(all: readonly InstanceListItem[]): InstanceListItem | undefined {
	return all.find(({ status }) => status === 'connected') ?? all[0];
}
