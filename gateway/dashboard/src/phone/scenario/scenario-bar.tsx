import { useRef, useState } from 'preact/hooks';
import { listAllInstances } from '../../api/instances.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { formatCount } from '../../components/display/format.ts';
import { saveFile } from '../../components/files/save-file.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { parseScenario } from '../../../../../scenarios/src/format/parse-scenario.ts';
import type { Scenario } from '../../../../../scenarios/src/format/scenario.ts';
import { serializeScenario } from '../../../../../scenarios/src/format/serialize-scenario.ts';
import { beginRecording, dropRecording, endRecording, isRecording, recorded, recording } from './recorder.ts';
import { Replay } from './replay.tsx';
import './scenario-bar.css';

/** Records the actions on the phones as a scenario, and plays the recording or a file. */
export function ScenarioBar() {
	const [playing, setPlaying] = useState<Scenario | null>(null);
	const [unreadable, setUnreadable] = useState<string | null>(null);
	const chooser = useRef<HTMLInputElement>(null);
	const steps = recording.value?.steps.length ?? 0;
	const download = useAction(async () => {
		save(await toScenario());
	});
	const replay = useAction(async () => {
		setPlaying(await toScenario());
	});
	const open = async (file: File) => {
		try {
			setUnreadable(null);
			setPlaying(parseScenario(await file.text()));
		} catch (error) {
			setUnreadable(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	const error = download.error ?? replay.error;

	return (
		<section class="scenario" aria-label="Scenario">
			<div class="scenario-bar">
				<h3>Scenario</h3>
				{isRecording.value ? (
					<Button kind="danger" icon="stop" onClick={endRecording}>
						{`Stop (${formatCount(steps, 'step')})`}
					</Button>
				) : (
					<Button icon="record" onClick={beginRecording}>
						Record
					</Button>
				)}
				<Button kind="quiet" icon="folder" label="Open a scenario" onClick={() => chooser.current?.click()} />
				<input
					ref={chooser}
					type="file"
					hidden
					accept="application/json,.json"
					aria-label="Scenario to open"
					onChange={(event) => {
						const [file] = event.currentTarget.files ?? [];
						if (file !== undefined) void open(file);
						event.currentTarget.value = '';
					}}
				/>
			</div>
			{unreadable !== null && (
				<p class="scenario-problem" role="alert">
					{unreadable}
				</p>
			)}
			{error !== undefined && <ErrorAlert error={error} />}
			{!isRecording.value && steps > 0 && (
				<div class="scenario-bar">
					<p class="small">{formatCount(steps, 'step')}</p>
					<Button icon="play" busy={replay.busy} onClick={() => void replay.run()}>
						Replay
					</Button>
					<Button icon="download" busy={download.busy} onClick={() => void download.run()}>
						Download
					</Button>
					<Button kind="quiet" icon="trash" label="Discard the recording" onClick={dropRecording} />
				</div>
			)}
			{playing !== null && (
				<Replay
					scenario={playing}
					onClose={() => {
						setPlaying(null);
					}}
				/>
			)}
		</section>
	);
}

/** Returns the recording as a scenario, which names the instance, because ids differ between gateways. */
async function toScenario(): Promise<Scenario> {
	const { value } = recording;
	if (value === null) throw new Error('Nothing was recorded.');
	const instance = (await listAllInstances()).find(({ id }) => id === value.instanceId);
	return recorded(value, instance?.name ?? null);
}

function save(scenario: Scenario): void {
	const content = new Blob([serializeScenario(scenario)], { type: 'application/json' });
	saveFile(content, 'recorded.scenario.json');
}
