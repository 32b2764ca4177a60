import { useState } from 'preact/hooks';
import { whyNoPasskeys } from '../../api/sign-in/passkeys.ts';
import { addPasskey, listPasskeys, removePasskey } from '../../api/sign-in/second-factors.ts';
import type { Passkey } from '../../api/types.ts';
import { auth } from '../../api/sign-in/session.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Row, RowDetail } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { browserOf } from './browser.ts';
import { ShownCodes } from './shown-codes.tsx';

/** The passkeys of the user. */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
	const passkeys = useLoad('passkeys', listPasskeys);
	useRegularReload(passkeys.poll);
	const [adding, setAdding] = useState(false);
	const [removing, setRemoving] = useState<Passkey>();
	const [codes, setCodes] = useState<readonly string[]>();
	const noPasskeys = whyNoPasskeys();
	const changed = () => {
		passkeys.reload();
		onChanged();
	};
	return (
		<Panel
			title="Passkeys"
			actions={
				noPasskeys === null && (
					<Button
						onClick={() => {
							setAdding(true);
						}}
					>
						Add a passkey
					</Button>
				)
			}
		>
			<div class="stack-small">
				<p class="soft">
					A passkey signs you in without the password, with your device or a security key, and only at this
					address. {noPasskeys}
				</p>
				<LoadedView of={passkeys}>
					{(all) =>
						all.length > 0 && (
							<Rows items={all} keyOf={({ passkeyId }) => passkeyId}>
								{(passkey) => (
									<PasskeyRow
										passkey={passkey}
										onRemove={() => {
											setRemoving(passkey);
										}}
									/>
								)}
							</Rows>
						)
					}
				</LoadedView>
			</div>
			{adding && (
				<AddPasskey
					onAdded={(made) => {
						setAdding(false);
						setCodes(made ?? undefined);
						changed();
					}}
					onClose={() => {
						setAdding(false);
					}}
				/>
			)}
			{codes !== undefined && (
				<ShownCodes
					codes={codes}
					userName={auth.value.state === 'signed in' ? auth.value.session.user.name : ''}
					onClose={() => {
						setCodes(undefined);
					}}
				/>
			)}
			{removing !== undefined && (
				<ConfirmDialog
					title={`Remove ${removing.name}?`}
					confirm="Remove the passkey"
					act={() => removePasskey(removing.passkeyId)}
					onDone={() => {
						setRemoving(undefined);
						changed();
					}}
					onClose={() => {
						setRemoving(undefined);
					}}
				>
					It then no longer signs you in. Remove it on your device, too.
				</ConfirmDialog>
			)}
		</Panel>
	);
}

interface AddProperties {
	/** Called with the new recovery codes; null: there are codes already. */
	onAdded: (recoveryCodes: string[] | null) => void;
	onClose: () => void;
}

function AddPasskey({ onAdded, onClose }: AddProperties) {
	const [name, setName] = useState(browserOf(navigator.userAgent));
	const { run, busy, error } = useAction(async () => {
		onAdded((await addPasskey(name)).recoveryCodes);
	});
	return (
		<Dialog title="Add a passkey" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Go on
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Name of the passkey"
					hint="Its name in the list, such as the device that stores it. Then the browser asks where to store it."
					maxLength={100}
					value={name}
					onChange={setName}
					first
				/>
			</Form>
		</Dialog>
	);
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
	const { name, createdAt, lastUsedAt } = passkey;
	return (
		<Row
			label={name}
			title={name}
			side={
				<Button kind="danger" label={`Remove ${name}`} onClick={onRemove}>
					Remove
				</Button>
			}
		>
			<RowDetail>
				Added <Timestamp at={createdAt} />
				{lastUsedAt === null ? (
					', never used'
				) : (
					<>
						, used <RelativeTime at={lastUsedAt} />
					</>
				)}
			</RowDetail>
		</Row>
	);
}
