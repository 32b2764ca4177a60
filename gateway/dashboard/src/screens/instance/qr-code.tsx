import type { InstanceStatusRecord } from '../../api/types.ts';
import { isSimulated } from '../../shell/system.ts';
import { LinkingPanel } from './linking-panel.tsx';
import { SimulatedPhone } from './simulated-phone.tsx';

/** The current QR code. */
export function QrCode({ instance }: { instance: InstanceStatusRecord }) {
	const { qrCode, qrCodeExpiresAt } = instance;
	return (
		<LinkingPanel
			instanceId={instance.id}
			title="Scan the QR code"
			code={
				<div class="qr-frame">
					{qrCode === null ? 'The next code is on its way…' : <img src={qrCode} alt="QR code to scan" />}
				</div>
			}
			expiresAt={qrCodeExpiresAt}
			lastStep={
				<>
					Tap <strong>Link a device</strong>, and point the camera at this code.
				</>
			}
			done="scanned"
		>
			{isSimulated() && (
				<SimulatedPhone
					instanceId={instance.id}
					action={{ route: 'scan', label: 'Scan with a simulated phone' }}
				/>
			)}
		</LinkingPanel>
	);
}
