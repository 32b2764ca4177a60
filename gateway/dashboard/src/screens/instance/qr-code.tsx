import { disconnectInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { isSimulated } from '../../shell/system.ts';
import { Countdown } from './countdown.tsx';
import { SimulatedPhone } from './simulated-phone.tsx';

/** The current QR code with its remaining lifetime and instructions for the phone. */
export function QrCode({ instance }: { instance: InstanceStatusRecord }) {
	const stopping = useAction(() => disconnectInstance(instance.id));
	const { qrCode, qrCodeExpiresAt } = instance;
	return (
		<Panel
			title="Scan the QR code"
			actions={
				<Button busy={stopping.busy} onClick={() => void stopping.run()}>
					Stop connecting
				</Button>
			}
		>
			{stopping.error !== undefined && <ErrorAlert error={stopping.error} />}
			<div class="qr">
				<figure>
					<div class="qr-frame">
						{qrCode === null ? 'The next code is on its way…' : <img src={qrCode} alt="QR code to scan" />}
					</div>
					{qrCodeExpiresAt !== null && (
						<figcaption>
							<Countdown until={qrCodeExpiresAt} />
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
								Tap <strong>Link a device</strong>, and point the camera at this code.
							</span>
						</li>
					</ol>
					<p class="soft">This page goes on by itself as soon as the phone has scanned it.</p>
					{isSimulated() && (
						<SimulatedPhone
							instanceId={instance.id}
							action={{ route: 'scan', label: 'Scan with a simulated phone' }}
						/>
					)}
				</div>
			</div>
		</Panel>
	);
}
