import { disconnectInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { isSimulated } from '../../shell/system.ts';
import { Countdown } from './countdown.tsx';
import { SimulatedPhone } from './simulated-phone.tsx';

/** The current pairing code with its remaining lifetime and instructions for the phone. */
export function PairingCode({ instance }: { instance: InstanceStatusRecord }) {
	const stopping = useAction(() => disconnectInstance(instance.id));
	const { pairingCode, pairingCodeExpiresAt } = instance;
	return (
		<Panel
			title="Type the code on the phone"
			actions={
				<Button busy={stopping.busy} onClick={() => void stopping.run()}>
					Stop connecting
				</Button>
			}
		>
			{stopping.error !== undefined && <ErrorAlert error={stopping.error} />}
			<div class="qr">
				<figure>
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
					{pairingCodeExpiresAt !== null && (
						<figcaption>
							<Countdown until={pairingCodeExpiresAt} />
						</figcaption>
					)}
				</figure>
				<div class="qr-steps">
					<h3>On the phone</h3>
					<ol>
						<li>
							<span>Open the messaging app.</span>
						</li>
						<li>
							<span>
								Tap <strong>Settings</strong> (on Android the three dots), then{' '}
								<strong>Linked devices</strong>.
							</span>
						</li>
						<li>
							<span>
								Tap <strong>Link a device</strong>, then <strong>Link with phone number instead</strong>, and
								type the code.
							</span>
						</li>
					</ol>
					<p class="soft">This page goes on by itself as soon as the phone has confirmed it.</p>
					{isSimulated() && pairingCode !== null && (
						<SimulatedPhone
							instanceId={instance.id}
							action={{ route: 'pairing', label: 'Type it on a simulated phone', code: pairingCode }}
						/>
					)}
				</div>
			</div>
		</Panel>
	);
}

/** Eight characters in two groups, as the phone asks for them. */
function readable(code: string): string {
	return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
