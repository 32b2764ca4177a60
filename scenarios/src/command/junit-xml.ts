import { describeStep } from '../format/describe.ts';
import { attribute } from './xml-attribute.ts';
import type { ScenarioResult, StepResult } from '../run/play-scenario.ts';

/** A report in JUnit XML: one test suite per scenario, one test case per step. */
export function junitXml(scenarios: readonly ScenarioResult[]): string {
	const suites = scenarios.map(({ scenario, results }) => {
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
	phones: ScenarioResult['scenario']['phones'],
): string {
	const name = `${number}. ${describeStep(step, phones)}`;
	const startTag = `<testcase classname=${attribute(scenario)} name=${attribute(name)} time="${seconds(milliseconds)}"`;
	if (outcome === 'passed') return `\t${startTag}/>`;
	const content = outcome === 'skipped' ? '<skipped/>' : `<failure message=${attribute(problem ?? '')}/>`;
	return `\t${startTag}>${content}</testcase>`;
}

function seconds(milliseconds: number): string {
	return (milliseconds / 1000).toFixed(3);
}
