import type { MessageType } from '../gateway/gateway-api.ts';

/** The version of the format of exercises. */
export const EXERCISE_VERSION = 1;

/** The troubles of chaos customers, by the names in files and reports. */
export const TROUBLES = [
	'plain',
	'burst',
	'questions',
	'edit',
	'delete',
	'offline',
	'duplicate',
	'reaction',
	'quote',
	'language',
	'long',
	'emoji',
	'right_to_left',
	'blank',
	'voice',
	'sticker',
	'location',
	'person',
	'connection',
	'refused',
	'slow',
	'window',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Troubles that happen only where an exercise names them: most instances have no 24-hour window. */
export const NAMED_TROUBLES: readonly Trouble[] = ['window'];

/** The kinds of failures of a workflow in a situation. */
export const FAILURES = [
	'unanswered',
	'late',
	'twice',
	'uninvited',
	'while_taken',
	'to_deleted',
	'old_text',
	'out_of_order',
	'not_allowed',
	'not_delivered',
] as const;
export type Failure = (typeof FAILURES)[number];

/** A test of a workflow by customers who do what customers do (docs/exercise.md). Times are milliseconds. */
export interface Exercise {
	name: string;
	/** Name or id of the instance; null: the only one of the gateway. */
	instance: string | null;
	/** Id, name or URL, or the beginning of the URL, of the webhook under test; null: it is not checked. */
	webhook: string | null;
	customers: number;
	/** Number of situations of each customer. */
	situations: number;
	/** Everything that the customers do follows from it. */
	seed: number;
	/** No situation begins later than this after the start; null: no limit. */
	duration: number | null;
	/** The relative probability of each trouble; 0: it does not happen. */
	troubles: Readonly<Record<Trouble, number>>;
	/** The questions of customers; null: the built-in ones. */
	texts: readonly string[] | null;
	answers: ExpectedAnswers;
	thresholds: Thresholds;
}

/** The criteria of an answer. */
export interface ExpectedAnswers {
	/** Messages of these types need an answer; others must get none. */
	types: readonly MessageType[];
	/** Of the texts, those that match; null: all. */
	matches: RegExp | null;
	/** Whether each message needs an answer, or all messages of a burst need one together. */
	per: 'message' | 'burst';
	/** The silence that ends a burst. */
	burst: number;
	/** Milliseconds after the last message within which an answer must arrive. */
	within: number;
	/** Milliseconds for which the customers wait for answers that must not arrive. */
	quiet: number;
	/** An answer that comes this soon after an edit, a deletion or a takeover was on its way. */
	grace: number;
	/** Patterns of which each answer matches one; empty: any text. */
	allowed: readonly RegExp[];
	/** Patterns of messages that are no answers, and may come at any time. */
	notices: readonly RegExp[];
}

/** When an exercise passes. */
export interface Thresholds {
	/** The least score, 0 to 100. */
	score: number;
	/** The most situations with a failure of a kind. */
	failures: Readonly<Partial<Record<Failure, number>>>;
	/** The longest 95th percentile of the time to an answer; null: any. */
	p95: number | null;
}
