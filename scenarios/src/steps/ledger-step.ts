import { formatDuration } from '../format/describe.ts';
import type { StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

const HOUR = 3_600_000;
/** Maximum number of missing records that a failed step names. */
const NAMED = 5;

interface LedgerPage {
	data: { breaks: { description: string }[]; checked: number; missing: number }[];
	pagination: { nextTo: string | null };
}

/** Expects that the ledger of the last hours checks something, and that nothing is missing. */
export async function expectNothingMissing(run: ScenarioRun, step: StepOf<'ledger'>): Promise<void> {
	let last: LedgerPage['data'] = [];
	const found = await run.poller.until(step.within, async () => {
		last = await readHours(run, step.hours);
		return sum(last, 'missing') === 0 && sum(last, 'checked') > 0 ? last : null;
	});
	if (found !== null) return;
	const checked = sum(last, 'checked');
	if (checked === 0)
		throw new StepFailure('The ledger has checked nothing: no message was sent or received.');
	const named = last.flatMap(({ breaks }) => breaks.map(({ description }) => description)).slice(0, NAMED);
	throw new StepFailure(
		`${sum(last, 'missing')} of ${checked} are missing after ${formatDuration(step.within)}: ${named.join(' ')}`,
	);
}

async function readHours({ gateway, instance }: ScenarioRun, hours: number): Promise<LedgerPage['data']> {
	const { id } = await instance();
	const clock = await gateway.request('GET', '/simulator/v1/clock');
	const now = Date.parse((clock as { data: { now: string } }).data.now);
	const from = new Date(now - (hours - 1) * HOUR).toISOString();
	const read: LedgerPage['data'] = [];
	for (let to: string | null = new Date(now).toISOString(); to !== null; ) {
		const query = new URLSearchParams({ instanceId: id, from, to });
		const page = (await gateway.request('GET', `/v1/ledger?${query.toString()}`)) as LedgerPage;
		read.push(...page.data);
		to = page.pagination.nextTo;
	}
	return read;
}

function sum(hours: LedgerPage['data'], figure: 'checked' | 'missing'): number {
	return hours.reduce((total, hour) => total + hour[figure], 0);
}
