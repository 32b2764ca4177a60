import { useState } from 'preact/hooks';
import { listKeys, revokeKey } from '../../api/admin.ts';
import type { ApiKey } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { useRequestedAction } from '../../components/search/requested-action.ts';
import { CreateKey } from './create-key.tsx';
import { KeyRow } from './key-row.tsx';
import { Rows } from '../../components/lists/rows.tsx';

/** The API keys, which programs such as n8n use. */
export default function Keys() {
	const [creating, setCreating] = useState(false);
	useRequestedAction('create a key', () => {
		setCreating(true);
	});
	const [revoking, setRevoking] = useState<ApiKey>();
	const keys = useLoad('keys', listKeys);
	useRegularReload(keys.poll);
	const create = (
		<Button
			kind="main"
			icon="plus"
			onClick={() => {
				setCreating(true);
			}}
		>
			Create a key
		</Button>
	);
	return (
		<>
			<PageHeader
				title="API keys"
				about="A program, such as n8n, shows its key with every request. Give each program a key of its own, so that you can revoke one without the others."
			>
				{keys.data !== undefined && keys.data.length > 0 && create}
			</PageHeader>
			<LoadedView of={keys}>
				{(all) =>
					all.length === 0 ? (
						<EmptyState title="No keys yet" icon="key" action={create}>
							Create one, then enter it in the credentials of n8n together with the address of this gateway.
						</EmptyState>
					) : (
						<Rows items={all} keyOf={({ keyId }) => keyId}>
							{(key) => (
								<KeyRow
									apiKey={key}
									onRevoke={() => {
										setRevoking(key);
									}}
								/>
							)}
						</Rows>
					)
				}
			</LoadedView>
			{creating && (
				<CreateKey
					onCreated={keys.reload}
					onClose={() => {
						setCreating(false);
					}}
				/>
			)}
			{revoking !== undefined && (
				<ConfirmDialog
					title={`Revoke ${revoking.name}?`}
					confirm="Revoke the key"
					act={() => revokeKey(revoking.keyId)}
					onDone={() => {
						setRevoking(undefined);
						keys.reload();
					}}
					onClose={() => {
						setRevoking(undefined);
					}}
				>
					The gateway then refuses programs that use it. This cannot be undone.
				</ConfirmDialog>
			)}
		</>
	);
}
