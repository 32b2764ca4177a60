import { useEffect } from 'preact/hooks';
import { useAction } from '../api/hooks/use-action.ts';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { Activity } from './activity.tsx';
import { Device } from './device.tsx';
import { FirstPhone } from './first-phone.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { chosenPhone, loadPhones, phones } from './phones.ts';
import { ReceivedRecorder } from './scenario/record-received.tsx';
import { ScenarioBar } from './scenario/scenario-bar.tsx';
import { TimeBar } from './time/time-bar.tsx';
import './phone-panel.css';

/** The phones of the simulated network, and the events and deliveries they cause. */
export function PhonePanel() {
	const { run, error } = useAction(loadPhones);
	useEffect(() => {
		void run();
	}, []);
	const phone = chosenPhone();
	if (error !== undefined) return <ErrorAlert error={error} onRetry={() => void run()} />;
	if (phones.value === null) return <Loading />;
	if (phone === null) return <FirstPhone />;
	return (
		<div class="phone-panel">
			<PhoneTabs chosen={phone.number} />
			<Device key={phone.number} phone={phone} />
			<TimeBar />
			<ScenarioBar />
			<Activity />
			<ReceivedRecorder />
		</div>
	);
}
