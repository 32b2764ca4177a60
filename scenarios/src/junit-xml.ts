import { describeStep } from './describe.ts';
import type { Played, StepResult } from './play-scenario.ts';

/** What was played, as the JUnit XML that continuous integration reads: a suite a scenario, a case a step. */
export function junitXml(all: readonly Played[]): string {
	const suites = all.map(({ scenario, results }) => {
		const cases = results.map((result) => testCase(result, scenario.name, scenario.phones));
		const count = (outcome: StepResult['outcome']): number =>
			results.filter((result) => result.outcome === outcome).length;
		const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
		return [
			`<testsuite name=${attribute(scenario.name)} tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${time}">`,
			...cases,
			'</testsuite>',
		].join('\n');
	});
	return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join(
		'\n',
	);
}

function testCase(
	{ step, number, outcome, milliseconds, problem }: StepResult,
	scenario: string,
	phones: Played['scenario']['phones'],
): string {
	const name = `${number}. ${describeStep(step, phones)}`;
	const head = `<testcase classname=${attribute(scenario)} name=${attribute(name)} time="${seconds(milliseconds)}"`;
	if (outcome === 'passed') return `\t${head}/>`;
	const inside = outcome === 'skipped' ? '<skipped/>' : `<failure message=${attribute(problem ?? '')}/>`;
	return `\t${head}>${inside}</testcase>`;
}

function seconds(milliseconds: number): string {
	return (milliseconds / 1000).toFixed(3);
}

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\n': '&#10;',
	'\t': '&#9;',
	'\r': '&#13;',
};

/** A text as an attribute; characters XML cannot hold at all are replaced. */
function attribute(text: string): string {
	const held = Array.from(text.toWellFormed(), (one) => (isXml(one) ? (ESCAPES[one] ?? one) : '\ufffd'));
	return `"${held.join('')}"`;
}

function isXml(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return code >= 0x20 ? code !== 0xfffe && code !== 0xffff : '\t\n\r'.includes(character);
}
