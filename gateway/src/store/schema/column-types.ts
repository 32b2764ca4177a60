/*
 * Columns have only types that both engines share: text, integer epoch milliseconds, 0/1 integers, JSON as text.
 */

export type Flag = 0 | 1;
/** Epoch milliseconds. */
export type Time = number;
export type JsonText = string;
