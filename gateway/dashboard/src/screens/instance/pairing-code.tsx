import type { InstanceStatusRecord } from '../../api/types.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { isSimulated } from '../../shell/system.ts';
import { LinkingPanel } from './linking-panel.tsx';
import { SimulatedPhone } from './simulated-phone.tsx';

/** The current pairing code. */
export function PairingCode({ instance }: { instance: InstanceStatusRecord }) {
	const { pairingCode, pairingCodeExpiresAt } = instance;
	return (
		<LinkingPanel
			instanceId={instance.id}
			title="Type the code on the phone"
			code={
				<div class="pairing-frame" aria-live="polite">
					{pairingCode === null ? (
						'The code is on its way…'
					) : (
						<>
							<code class="pairing-code">{readable(pairingCode)}</code>
							<CopyButton text={pairingCode} what="the code" />
						</>
					)}
				</div>
			}
			expiresAt={pairingCodeExpiresAt}
			lastStep={
				<>
					Tap <strong>Link a device</strong>, then <strong>Link with phone number instead</strong>, and type
					the code.
				</>
			}
			done="confirmed"
		>
			{isSimulated() && pairingCode !== null && (
				<SimulatedPhone
					instanceId={instance.id}
					action={{ route: 'pairing', label: 'Type it on a simulated phone', code: pairingCode }}
				/>
			)}
		</LinkingPanel>
	);
}

/** Eight characters in two groups, as the phone asks for them. */
function readable(code: string): string {
	return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
