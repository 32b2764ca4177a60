import { attribute } from '../command/xml-attribute.ts';
import type { Report } from './report.ts';
import type { Verdict } from './judge.ts';
import { situationId } from './situation.ts';

/** A report in JUnit XML: one test case for each situation, and one for the thresholds. */
export function reportJunit(report: Report, verdicts: readonly Verdict[]): string {
	const cases = verdicts.map(({ observation, findings }) => {
		const { situation, outcome, problem } = observation;
		const name = situationId(situation);
		const failures = findings.map(({ failure, detail }) => `${failure}: ${detail}`);
		return testCase(report.name, name, {
			failures: problem === null ? failures : [...failures, problem],
			isSkipped: outcome === 'left_out',
		});
	});
	const all = [...cases, testCase(report.name, 'thresholds', { failures: report.missed, isSkipped: false })];
	const count = (part: string): number => all.filter((text) => text.includes(part)).length;
	const time = (report.milliseconds / 1000).toFixed(3);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<testsuites>',
		`<testsuite name=${attribute(report.name)} tests="${all.length}" failures="${count('<failure ')}" skipped="${count('<skipped/>')}" time="${time}">`,
		...all,
		'</testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

interface Outcome {
	failures: readonly string[];
	isSkipped: boolean;
}

function testCase(suite: string, name: string, { failures, isSkipped }: Outcome): string {
	const startTag = `\t<testcase classname=${attribute(suite)} name=${attribute(name)}`;
	if (isSkipped) return `${startTag}><skipped/></testcase>`;
	if (failures.length === 0) return `${startTag}/>`;
	return `${startTag}><failure message=${attribute(failures.join(' '))}/></testcase>`;
}
