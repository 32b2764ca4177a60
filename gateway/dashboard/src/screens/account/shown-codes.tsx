import { GATEWAY_URL } from '../../api/gateway-url.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { saveFile } from '../../components/files/save-file.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import './shown-codes.css';

interface Properties {
	codes: readonly string[];
	userName: string;
	onClose: () => void;
}

/** New recovery codes, which are shown only once. */
export function ShownCodes({ codes, userName, onClose }: Properties) {
	const text = `${codes.join('\n')}\n`;
	return (
		<Dialog title="Your recovery codes" keepsOpen onClose={onClose}>
			<div class="stack-small">
				<Notice tone="caution" live>
					Save them now, in another place than your phone. The gateway cannot show them again.
				</Notice>
				<p class="soft">
					If the authenticator app or the passkey is lost, each of these codes signs you in once, with your
					password.
				</p>
				<ul class="recovery-codes" aria-label="Recovery codes">
					{codes.map((code) => (
						<li key={code}>
							<code>{code}</code>
						</li>
					))}
				</ul>
				<p class="line">
					<CopyButton text={text} what="the codes" />
					<Button
						icon="download"
						onClick={() => {
							const about = `Recovery codes of ${userName} at ${GATEWAY_URL}\n\n`;
							saveFile(new Blob([about, text], { type: 'text/plain' }), 'recovery-codes.txt');
						}}
					>
						Download
					</Button>
				</p>
				<p>
					<Button kind="main" onClick={onClose}>
						I have kept them
					</Button>
				</p>
			</div>
		</Dialog>
	);
}
