import { useState } from 'preact/hooks';
import {
	addAuthenticator,
	beginAuthenticator,
	removeAuthenticator,
} from '../../api/sign-in/second-factors.ts';
import type { NewAuthenticator } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { CodeField } from '../../components/forms/code-field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ShownCodes } from './shown-codes.tsx';
import './authenticator-app.css';

interface Properties {
	isSetUp: boolean;
	userName: string;
	onChanged: () => void;
}

/** The authenticator app, whose codes a sign-in by password needs. */
export function AuthenticatorApp({ isSetUp, userName, onChanged }: Properties) {
	const [begun, setBegun] = useState<NewAuthenticator>();
	const [codes, setCodes] = useState<readonly string[]>();
	const [removing, setRemoving] = useState(false);
	const beginning = useAction(async () => {
		setBegun(await beginAuthenticator());
	});
	return (
		<Panel
			title="Authenticator app"
			actions={
				isSetUp ? (
					<Button
						kind="danger"
						onClick={() => {
							setRemoving(true);
						}}
					>
						Remove the app
					</Button>
				) : (
					<Button busy={beginning.busy} onClick={() => void beginning.run()}>
						Set up an app
					</Button>
				)
			}
		>
			{beginning.error !== undefined && <ErrorAlert error={beginning.error} />}
			<p class="soft">
				{isSetUp
					? 'It is set up: a sign-in needs the password and a code that the app shows.'
					: 'With one, a stolen password is not enough to sign in: an app on your phone shows a code as the second factor.'}
			</p>
			{begun !== undefined && (
				<SetUpApp
					begun={begun}
					onDone={(made) => {
						setBegun(undefined);
						setCodes(made ?? undefined);
						onChanged();
					}}
					onClose={() => {
						setBegun(undefined);
					}}
				/>
			)}
			{codes !== undefined && (
				<ShownCodes
					codes={codes}
					userName={userName}
					onClose={() => {
						setCodes(undefined);
					}}
				/>
			)}
			{removing && (
				<ConfirmDialog
					title="Remove the authenticator app?"
					confirm="Remove it"
					act={removeAuthenticator}
					onDone={() => {
						setRemoving(false);
						onChanged();
					}}
					onClose={() => {
						setRemoving(false);
					}}
				>
					A sign-in by password then needs no code.
				</ConfirmDialog>
			)}
		</Panel>
	);
}

interface SetUpProperties {
	begun: NewAuthenticator;
	/** Called with the new recovery codes; null: there are codes already. */
	onDone: (recoveryCodes: string[] | null) => void;
	onClose: () => void;
}

function SetUpApp({ begun: { secret, qrCode }, onDone, onClose }: SetUpProperties) {
	const [code, setCode] = useState('');
	const { run, busy, error } = useAction(async () => {
		onDone((await addAuthenticator(code)).recoveryCodes);
	});
	return (
		<Dialog title="Set up an authenticator app" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Turn it on
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<p>Scan this code with the app, or type the secret into it. Then enter the code that it shows.</p>
				<img class="authenticator-code" src={qrCode} alt="QR code for the authenticator app" />
				<p class="line">
					<span>Secret:</span>
					<code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
					<CopyButton text={secret} what="the secret" />
				</p>
				<CodeField value={code} onChange={setCode} />
			</Form>
		</Dialog>
	);
}
