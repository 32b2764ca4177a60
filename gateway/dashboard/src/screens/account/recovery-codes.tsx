import { useState } from 'preact/hooks';
import { makeRecoveryCodes } from '../../api/sign-in/second-factors.ts';
import { formatCount } from '../../components/display/format.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ShownCodes } from './shown-codes.tsx';

/** Number of codes below which the panel advises to make new ones. */
const FEW = 3;

interface Properties {
	left: number;
	userName: string;
	onChanged: () => void;
}

/** The codes that replace a lost second factor. */
export function RecoveryCodes({ left, userName, onChanged }: Properties) {
	const [asking, setAsking] = useState(false);
	const [codes, setCodes] = useState<readonly string[]>();
	return (
		<Panel
			title="Recovery codes"
			actions={
				<Button
					onClick={() => {
						setAsking(true);
					}}
				>
					Make new codes
				</Button>
			}
		>
			<div class="stack-small">
				<p class="soft">
					{formatCount(left, 'code')} left. Each signs you in once with your password, where the authenticator
					app or the passkey is lost.
				</p>
				{left < FEW && <Notice tone="caution">Make new codes before the last one is used.</Notice>}
			</div>
			{asking && (
				<ConfirmDialog
					title="Make new recovery codes?"
					confirm="Make new codes"
					act={async () => {
						setCodes((await makeRecoveryCodes()).recoveryCodes);
					}}
					onDone={() => {
						setAsking(false);
						onChanged();
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					Your present codes then no longer work.
				</ConfirmDialog>
			)}
			{codes !== undefined && !asking && (
				<ShownCodes
					codes={codes}
					userName={userName}
					onClose={() => {
						setCodes(undefined);
					}}
				/>
			)}
		</Panel>
	);
}
