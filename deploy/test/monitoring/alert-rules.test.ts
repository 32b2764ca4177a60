import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ALERT_SUBJECTS } from '../support/alert-subjects.ts';
import { describeWithPrometheus } from '../support/describe-with-prometheus.ts';
import { GUIDE, PROMETHEUS_FILE, RULES, RULES_FILE } from '../support/monitoring-files.ts';
import { readAlerts } from '../support/shorten-alerts.ts';

describe('the alerts', () => {
	it('say what happened and what to do, and are explained in the documents', () => {
		const headings = new Set(GUIDE.split('\n').filter((line) => line.startsWith('### ')));
		for (const { alert, labels, annotations } of readAlerts(RULES)) {
			expect(annotations.summary).toMatch(/\.$/);
			expect(annotations.description).toMatch(/.{60,}\.$/);
			expect(annotations.runbook_url).toMatch(new RegExp(`/docs/monitoring\\.md#${alert.toLowerCase()}$`));
			expect(annotations.troubleshooting_url).toMatch(/\/docs\/troubleshooting\.md$/);
			expect(['critical', 'warning']).toContain(labels.severity);
			expect([...headings]).toContain(`### ${alert}`);
		}
	});

	it('each belong to one subject, whose test file provokes them', () => {
		const alerts = readAlerts(RULES).map(({ alert }) => alert);
		expect(Object.values(ALERT_SUBJECTS).flat().sort()).toEqual(alerts.sort());
		for (const subject of Object.keys(ALERT_SUBJECTS)) {
			const file = path.join(import.meta.dirname, `${subject}-alerts.test.ts`);
			expect([file, existsSync(file)]).toEqual([file, true]);
		}
	});
});

describeWithPrometheus('the checks of Prometheus', () => {
	it('accept the rules and the example of its configuration', () => {
		const check = (...args: string[]): string =>
			execFileSync('promtool', ['check', ...args], { encoding: 'utf8' });
		expect(check('rules', RULES_FILE)).toContain(`${readAlerts(RULES).length} rules found`);
		expect(check('config', PROMETHEUS_FILE)).toContain('is valid prometheus config');
	});
});
