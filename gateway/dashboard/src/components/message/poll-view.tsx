import { formatCount } from '../display/format.ts';
import { Icon } from '../display/icon.tsx';
import type { ShownCount, ShownDetails } from './shown-message.ts';

interface Properties {
	poll: NonNullable<ShownDetails['poll']>;
	/** Of the options that somebody selected. */
	counts: readonly ShownCount[];
	/** Sends a vote with all options that are selected now; absent: the viewer cannot vote. */
	onVote?: ((options: readonly string[]) => void) | undefined;
}

/** A poll with the current votes. */
export function PollView({ poll: { question, options, selectable }, counts, onVote }: Properties) {
	const most = Math.max(1, ...counts.map(({ votes }) => votes));
	const mine = counts.filter(({ isMine }) => isMine).map(({ option }) => option);
	const select = (option: string): void => {
		if (mine.includes(option)) onVote?.(mine.filter((other) => other !== option));
		else if (selectable === 1) onVote?.([option]);
		else onVote?.([...mine, option]);
	};
	return (
		<div class="message-card" role="group" aria-label={`Poll: ${question}`}>
			<p class="message-card-title">
				<Icon name="poll" />
				<bdi class="as-written">{question}</bdi>
			</p>
			<p class="soft small">{hintOf(selectable, options.length)}</p>
			<ul class="poll">
				{options.map((option, index) => {
					const { votes, isMine } = counts.find((count) => count.option === option) ?? NONE;
					const content = (
						<>
							<span class="poll-option">
								<bdi class="grow">{option}</bdi>
								{isMine && <Icon name="tick" />}
								<span class="number">
									{votes}
									<span class="visually-hidden"> {votes === 1 ? 'vote' : 'votes'}</span>
								</span>
							</span>
							<progress class="poll-bar" aria-hidden="true" max={most} value={votes} />
						</>
					);
					return (
						<li key={index}>
							{onVote === undefined ? (
								<div class="poll-line">{content}</div>
							) : (
								<button
									type="button"
									class="poll-line"
									aria-pressed={isMine}
									disabled={!isMine && selectable > 1 && mine.length >= selectable}
									onClick={() => {
										select(option);
									}}
								>
									{content}
								</button>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

const NONE = { votes: 0, isMine: false };

function hintOf(selectable: number, options: number): string {
	if (selectable === 1) return 'One option can be selected.';
	if (selectable <= 0 || selectable >= options) return 'All options can be selected.';
	return `Up to ${formatCount(selectable, 'option')} can be selected.`;
}
