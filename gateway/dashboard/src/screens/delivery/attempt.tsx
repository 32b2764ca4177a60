import type { Attempt } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import './attempt.css';

interface Properties {
	attempt: Attempt;
	/** The latest attempt is expanded. */
	latest: boolean;
}

/** A delivery attempt: the request and the response. */
export function AttemptView({ attempt, latest }: Properties) {
	const { statusCode, response, error } = attempt;
	const taken = statusCode !== null && statusCode >= 200 && statusCode < 300;
	return (
		<details class="attempt" open={latest}>
			<summary>
				<span class="attempt-title">Attempt {attempt.number}</span>
				<span class="attempt-side">
					<Timestamp at={attempt.startedAt} seconds />
					<span class="number">{formatInteger(attempt.duration)} ms</span>
					<Badge tone={taken ? 'good' : 'bad'}>
						{statusCode === null ? 'No answer' : String(statusCode)}
					</Badge>
				</span>
			</summary>
			<div class="attempt-sides">
				<section>
					<h3>Request</h3>
					<p class="small">
						<code>POST {attempt.request.url ?? ''}</code>
					</p>
					<Headers of={attempt.request.headers} label={`Headers of request ${attempt.number}`} />
				</section>
				<section>
					<h3>Answer</h3>
					{error !== null && <p class="attempt-error">{error}</p>}
					{response !== null && (
						<>
							<Headers of={response.headers} label={`Headers of answer ${attempt.number}`} />
							{response.body !== null && (
								<CodeBlock text={response.body} label={`Body of answer ${attempt.number}`} />
							)}
						</>
					)}
				</section>
			</div>
		</details>
	);
}

function Headers({ of, label }: { of: Attempt['request']['headers']; label: string }) {
	const lines = Object.entries(of).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${value}`),
	);
	return <CodeBlock text={lines.join('\n')} label={label} />;
}
