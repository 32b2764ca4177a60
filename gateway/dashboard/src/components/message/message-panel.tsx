import { useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import type { IconName } from '../display/icon.tsx';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Button } from '../forms/button.tsx';
import './message-panel.css';

/** Frequent reactions with their names. */
const PALETTE = [
	['👍', 'thumbs up'],
	['❤️', 'red heart'],
	['😂', 'tears of joy'],
	['😮', 'surprised face'],
	['😢', 'crying face'],
	['🙏', 'folded hands'],
] as const;

/** Longest emoji that the gateway accepts, in UTF-16 code units. */
const EMOJI_LIMIT = 64;

interface PanelAction {
	icon: IconName;
	label: string;
	onClick: () => void;
}

interface Properties {
	/** The viewer's present reaction. */
	mine: string | null;
	/** Sets the viewer's reaction; null removes it. Absent: the viewer cannot react. */
	onReact?: ((emoji: string | null) => void) | undefined;
	actions: readonly PanelAction[];
	busy: boolean;
	error: ApiError | undefined;
}

/** The actions on a message besides a reply. */
export function MessagePanel({ mine, onReact, actions, busy, error }: Properties) {
	return (
		<div class="message-panel" role="group" aria-label="Actions on this message">
			{onReact !== undefined && <ReactionChoice mine={mine} busy={busy} onReact={onReact} />}
			{actions.length > 0 && (
				<div class="message-panel-line">
					{actions.map(({ icon, label, onClick }) => (
						<Button key={label} kind="quiet" icon={icon} busy={busy} onClick={onClick}>
							{label}
						</Button>
					))}
				</div>
			)}
			{onReact === undefined && actions.length === 0 && (
				<p class="soft small">Nothing can be done with this message.</p>
			)}
			{error !== undefined && <ErrorAlert error={error} />}
		</div>
	);
}

interface ChoiceProperties {
	mine: string | null;
	busy: boolean;
	onReact: (emoji: string | null) => void;
}

function ReactionChoice({ mine, busy, onReact }: ChoiceProperties) {
	const [other, setOther] = useState('');
	return (
		<div class="message-panel-line">
			{PALETTE.map(([emoji, name]) => (
				<button
					key={emoji}
					type="button"
					class="message-emoji"
					aria-label={`React with ${name}`}
					aria-pressed={mine === emoji}
					disabled={busy}
					onClick={() => {
						onReact(mine === emoji ? null : emoji);
					}}
				>
					{emoji}
				</button>
			))}
			<form
				class="message-panel-other"
				onSubmit={(event) => {
					event.preventDefault();
					if (other.trim() !== '') onReact(other.trim());
				}}
			>
				<input
					class="input"
					aria-label="Another emoji"
					placeholder="Other"
					maxLength={EMOJI_LIMIT}
					value={other}
					onInput={(event) => {
						setOther(event.currentTarget.value);
					}}
				/>
				<Button type="submit" busy={busy} disabled={other.trim() === ''}>
					React
				</Button>
			</form>
			{mine !== null && (
				<Button
					kind="quiet"
					icon="close"
					busy={busy}
					onClick={() => {
						onReact(null);
					}}
				>
					Take back {mine}
				</Button>
			)}
		</div>
	);
}
