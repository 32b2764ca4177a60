import { useState } from 'preact/hooks';
import { CHECKED, checkNumbers } from '../../api/contacts.ts';
import type { ContactCheck } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatCount, formatInteger } from '../../components/display/format.ts';
import { saveFile } from '../../components/files/save-file.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import type { ShownInstance } from '../../components/layout/instance-screen.tsx';
import { hrefTo } from '../../routing/location.ts';
import { csvOf, numbersIn } from './number-list.ts';
import './number-check.css';

/** Most numbers that are checked at once: networks watch accounts that check many numbers. */
const LIMIT = 1000;
const TEXT_LIMIT = 40_000;

/** Checks which of a list of numbers are on the network. */
export function NumberCheck({ instance }: { instance: ShownInstance }) {
	const [typed, setTyped] = useState('');
	const [results, setResults] = useState<readonly ContactCheck[]>([]);
	const { numbers, invalid } = numbersIn(typed);
	const { run, busy, error } = useAction(async () => {
		setResults([]);
		for (let from = 0; from < numbers.length; from += CHECKED) {
			const found = await checkNumbers(instance.id, numbers.slice(from, from + CHECKED));
			setResults((before) => [...before, ...found]);
		}
	});
	const isTooLong = numbers.length > LIMIT;
	return (
		<div class="stack">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<Button
						kind="main"
						type="submit"
						icon="check"
						busy={busy}
						disabled={numbers.length === 0 || isTooLong || !instance.isConnected}
					>
						Check the numbers
					</Button>
				}
			>
				<TextArea
					label="Numbers"
					hint="In international format, one per line or separated by commas. A list can be pasted."
					maxLength={TEXT_LIMIT}
					value={typed}
					onChange={setTyped}
				/>
				<p role="status" class="soft small">
					{formatCount(numbers.length, 'number')}
					{isTooLong && `, and at most ${formatInteger(LIMIT)} are checked at once. Check them in parts`}
					{invalid.length > 0 && (
						<>
							. Left out, because it is no number: <bdi>{invalid.slice(0, 5).join(', ')}</bdi>
							{invalid.length > 5 && ` and ${formatInteger(invalid.length - 5)} more`}
						</>
					)}
					.
				</p>
			</Form>
			{results.length > 0 && <Results instanceId={instance.id} results={results} />}
		</div>
	);
}

function Results({ instanceId, results }: { instanceId: string; results: readonly ContactCheck[] }) {
	const found = results.filter(({ exists }) => exists).length;
	return (
		<section aria-label="Result" class="stack-small">
			<div class="line">
				<p role="status" class="grow">
					{formatInteger(found)} of {formatCount(results.length, 'number')} on the network.
				</p>
				<Button
					icon="download"
					onClick={() => {
						saveFile(new Blob([csvOf(results)], { type: 'text/csv' }), 'numbers.csv');
					}}
				>
					Save as CSV
				</Button>
			</div>
			<div class="number-table" role="region" aria-label="Table of the checked numbers" tabIndex={0}>
				<table>
					<thead>
						<tr>
							<th scope="col">Number</th>
							<th scope="col">On the network</th>
							<th scope="col">Chat</th>
						</tr>
					</thead>
					<tbody>
						{results.map(({ phone, exists, jid }) => (
							<tr key={phone}>
								<td class="number">+{phone}</td>
								<td>
									<Badge tone={exists ? 'good' : 'plain'}>{exists ? 'Yes' : 'No'}</Badge>
								</td>
								<td>
									{jid !== null && (
										<a href={hrefTo('chats', instanceId, jid)}>
											Write<span class="visually-hidden"> to {phone}</span>
										</a>
									)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}
