import { useState } from 'preact/hooks';
import { connectByQrCode } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { OfficialForm } from './official-form.tsx';
import { PairingCode } from './pairing-code.tsx';
import { PairingForm } from './pairing-form.tsx';
import { PasskeyRequest } from './passkey-request.tsx';
import { QrCode } from './qr-code.tsx';
import './connect.css';

interface Properties {
	instance: InstanceStatusRecord;
	onChanged: () => void;
}

/** The ways to connect an instance, or the next step on the phone or in a browser. */
export function Connect({ instance, onChanged }: Properties) {
	const [way, setWay] = useState<'official' | 'pairing' | null>(null);
	const goBack = () => {
		setWay(null);
	};
	const { run, busy, error } = useAction(async () => {
		await connectByQrCode(instance.id);
		onChanged();
	});

	const { passkeyRequest } = instance;
	if (passkeyRequest !== null) {
		return <PasskeyRequest instanceId={instance.id} request={passkeyRequest} onChanged={onChanged} />;
	}
	if (instance.status === 'qr_pending') {
		return instance.pairingCode === null ? (
			<QrCode instance={instance} />
		) : (
			<PairingCode instance={instance} />
		);
	}
	if (way === 'pairing') {
		return (
			<PairingForm
				instanceId={instance.id}
				onConnecting={() => {
					goBack();
					onChanged();
				}}
				onBack={goBack}
			/>
		);
	}
	if (way === 'official') {
		return <OfficialForm instanceId={instance.id} onConnected={onChanged} onBack={goBack} />;
	}
	return (
		<Panel title="Connect this instance">
			{error !== undefined && <ErrorAlert error={error} />}
			<div class="ways">
				<div class="way">
					<h3>With a phone, by QR code</h3>
					<p>
						The phone scans a code, and the instance acts as one more linked device of its account. Meant for
						testing.
					</p>
					<Button kind="main" busy={busy} onClick={() => void run()}>
						Show the QR code
					</Button>
					<Button
						onClick={() => {
							setWay('pairing');
						}}
					>
						Use a code instead
					</Button>
				</div>
				<div class="way">
					<h3>Through the official business API</h3>
					<p>
						With a business account at the network’s operator and an access token. Meant for production;
						needed for templates.
					</p>
					<Button
						onClick={() => {
							setWay('official');
						}}
					>
						Enter the credentials
					</Button>
				</div>
			</div>
		</Panel>
	);
}
