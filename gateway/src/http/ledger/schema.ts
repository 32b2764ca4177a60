import { Type, type Static } from 'typebox';
import { BREAK_KINDS } from '../../domain/ledger/break.ts';
import { NO_FIGURES } from '../../domain/ledger/figures.ts';
import { HOURS_LIMIT, RECOUNT_LIMIT } from '../../ledger/range.ts';
import {
	IdOf,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

const GROUPS = ['instance', 'hour'] as const;
export type GroupBy = (typeof GROUPS)[number];

export const LedgerQuery = Type.Object(
	{
		instanceId: Type.Optional(
			Type.String({ minLength: 1, maxLength: 64, description: 'Only this instance; absent: all.' }),
		),
		from: Type.Optional(
			Type.String({
				format: 'date-time',
				description: `The hour of this time is the first. Absent: 23 hours before the last one. At most ${HOURS_LIMIT} hours.`,
			}),
		),
		to: Type.Optional(
			Type.String({
				format: 'date-time',
				description: 'The hour of this time is the last. Absent: the present one.',
			}),
		),
		groupBy: Type.Optional(
			OneOf(GROUPS, {
				default: 'instance',
				description:
					'instance: each hour has its instances; hour: only their sums, and far more hours fit on a page.',
			}),
		),
		recount: Type.Optional(
			Type.Boolean({
				default: false,
				description: `true: counts the hours again from their rows, as far as these exist, instead of returning the stored counts. At most ${RECOUNT_LIMIT} hours then.`,
			}),
		),
	},
	{ additionalProperties: false },
);

const count = (description: string) => Type.Integer({ description });

function counts<Names extends object>(example: Names, descriptions: Record<keyof Names, string>) {
	const fields = Object.keys(example).map((name) => [name, count(descriptions[name as keyof Names])]);
	return Type.Object(Object.fromEntries(fields) as Record<keyof Names & string, ReturnType<typeof count>>);
}

const Outbound = counts(NO_FIGURES.outbound, {
	accepted: 'Messages that requests were accepted for, by the time at which they were accepted, or are due.',
	waiting: 'Those that are queued or scheduled.',
	acknowledged: 'Those that the network has acknowledged, later failures included.',
	delivered: 'Those that were delivered.',
	read: 'Those that were read.',
	failed: 'Those that failed, for any reason.',
	expired: 'Those that failed because they waited for 24 hours.',
	cancelled: 'Those that were cancelled.',
});
const Inbound = counts(NO_FIGURES.inbound, {
	acknowledged: 'Messages that the driver has acknowledged to the network; it records each acknowledgement.',
	stored: 'Messages that are stored, of people and of the owner on the phone.',
	waiting: 'Those without content, which the network has not sent yet.',
});
const Deliveries = counts(NO_FIGURES.deliveries, {
	expected: 'Deliveries with which the events were recorded: one for each webhook that received them then.',
	pending: 'Those that wait for an attempt.',
	waiting: 'Those that wait for an earlier one of their chat.',
	collecting: 'Those that wait for further messages.',
	success: 'Those that were acknowledged.',
	failed: 'Those that failed for good.',
	cancelled: 'Those that were skipped, or whose webhook became inactive.',
	joined: 'Those whose messages were delivered by another one.',
	filtered: 'Those that do not fit the filter of their webhook.',
});

const Verdict = {
	checked: count('Links between records that were checked.'),
	missing: count('How many of them are broken; 0: nothing is lost.'),
	verdict: Type.String({ description: 'Both as text.', examples: ['0 of 4,812 missing'] }),
};

const Figures = {
	outbound: Outbound,
	inbound: Inbound,
	events: count('Events that were recorded.'),
	deliveries: Deliveries,
	...Verdict,
};

const LedgerInstance = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	instanceName: Type.String(),
	...Figures,
});

const LedgerBreak = Type.Object({
	kind: OneOf(BREAK_KINDS),
	description: Type.String({ description: 'The kind of the break.' }),
	instanceId: NullableString({ description: 'Null: the remaining records do not contain it.' }),
	messageId: NullableString({ description: 'The missing message, or the message whose event is missing.' }),
	networkId: NullableString({ description: "The network's id of the missing message." }),
	eventId: NullableString({ description: 'The event that remains.' }),
	eventKind: NullableString({ description: 'The kind of the remaining or missing event.' }),
	missing: count('How many records are missing.'),
});

/** An hour; its figures are the sums of its instances. */
export const LedgerHourItem = Type.Object({
	from: Timestamp,
	to: Timestamp,
	state: OneOf(['open', 'counted', 'final', 'past_retention'], {
		description:
			'open: counted for this request; counted: counted before, and once more later; final: not counted again; past_retention: its rows were removed before it was counted.',
	}),
	countedAt: NullableTimestamp,
	...Figures,
	instances: Type.Array(LedgerInstance, {
		description: 'The instances with counts; none with "groupBy=hour".',
	}),
	breaks: Type.Array(LedgerBreak, {
		description: 'The first 100 of each instance; with "groupBy=hour" the first 100 of the hour.',
	}),
});
export type LedgerHourItem = Static<typeof LedgerHourItem>;

export const LedgerPage = Type.Object({
	success: Type.Boolean(),
	data: Type.Array(LedgerHourItem, { description: 'Hours, newest first.' }),
	total: Type.Object(Verdict, { description: 'Of these hours.' }),
	pagination: Type.Object({
		hasMore: Type.Boolean(),
		nextTo: Nullable(Timestamp, { description: 'Pass it as "to" for older hours of the range.' }),
	}),
});

export const ExecutionsQuery = Type.Object(
	{ from: LedgerQuery.properties.from, to: LedgerQuery.properties.to },
	{ additionalProperties: false },
);

const WorkflowHour = Type.Object({
	from: Timestamp,
	workflowId: Type.String({ description: 'The workflow in n8n.' }),
	workflowName: Type.String(),
	webhookId: IdOf('wh', 'The webhook of its trigger.'),
	delivered: count('Deliveries that n8n acknowledged in this hour.'),
	started: count('Executions that were started in this hour.'),
	succeeded: count('Those that succeeded.'),
	failed: count('Those that failed, crashed or were stopped.'),
	truncated: Type.Boolean({ description: 'Whether n8n has more executions than the gateway read.' }),
});

/** Executions in n8n (an addition). */
export const Executions = Type.Object({
	state: OneOf(['read', 'not_set_up', 'unreadable']),
	message: NullableString({ description: 'What to do where n8n could not be read; else null.' }),
	hours: Type.Array(WorkflowHour, { description: 'By hour and workflow, newest first.' }),
});
export type Executions = Static<typeof Executions>;
