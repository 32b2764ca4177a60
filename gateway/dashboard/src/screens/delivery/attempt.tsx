import type { Attempt } from '../../api/types.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { curlOf } from './curl.ts';
import './attempt.css';

interface Properties {
	attempt: Attempt;
	/** The sent body; null: the reader may not see it. */
	body: string | null;
	/** The latest attempt is expanded. */
	latest: boolean;
}

/** A delivery attempt: the request and the response. */
export function AttemptView({ attempt, body, latest }: Properties) {
	const { statusCode } = attempt;
	const curl = curlOf(attempt.request, { body, secrets: mayWrite() });
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
			<AttemptSides attempt={attempt} label={String(attempt.number)} />
			<p class="attempt-copy">
				<CopyButton text={curl} what={`request ${attempt.number} as cURL`} /> Copy as cURL
				{!mayWrite() && ', without the signature'}
			</p>
		</details>
	);
}

/** The request and the answer of an attempt; `label` distinguishes it from others. */
export function AttemptSides({
	attempt: { request, response, error },
	label,
}: {
	attempt: Pick<Attempt, 'request' | 'response' | 'error'>;
	label: string;
}) {
	return (
		<div class="attempt-sides">
			<section>
				<h3>Request</h3>
				<p class="small">
					<code>POST {request.url ?? ''}</code>
				</p>
				<Headers of={request.headers} label={`Headers of request ${label}`} />
			</section>
			<section>
				<h3>Answer</h3>
				{error !== null && <p class="attempt-error">{error}</p>}
				{response !== null && (
					<>
						<Headers of={response.headers} label={`Headers of answer ${label}`} />
						{response.body !== null && <CodeBlock text={response.body} label={`Body of answer ${label}`} />}
					</>
				)}
			</section>
		</div>
	);
}

function Headers({ of, label }: { of: Attempt['request']['headers']; label: string }) {
	const lines = Object.entries(of).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${value}`),
	);
	return <CodeBlock text={lines.join('\n')} label={label} />;
}
