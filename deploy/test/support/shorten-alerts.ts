import { parse, stringify } from 'yaml';

/** An alert rule of Prometheus. */
export interface AlertRule {
	alert: string;
	expr: string;
	for: string;
	labels: { severity: string };
	annotations: Record<string, string>;
}

interface RulesFile {
	groups: { name: string; rules: AlertRule[] }[];
}

/** Returns the alerts of a rules file. */
export function readAlerts(rules: string): AlertRule[] {
	return (parse(rules) as RulesFile).groups.flatMap((group) => group.rules);
}

/** How the rules of a test differ from those of operators. */
export interface Shortening {
	/** Changes the threshold of one alert, which the test cannot reach otherwise. */
	threshold?: { alert: string; from: string; to: string };
	/** Alerts that keep their time: what the test does is a short form of their cause too. */
	keep?: readonly string[];
}

/** Returns a rules file whose alerts fire after seconds instead of minutes. The conditions stay the same. */
export function shortenAlerts(rules: string, { threshold, keep = [] }: Shortening = {}): string {
	const file = parse(rules) as RulesFile;
	for (const rule of file.groups.flatMap((group) => group.rules)) {
		rule.expr = rule.expr.replaceAll(/\[(5|15)m\]/g, '[10s]');
		if (!keep.includes(rule.alert) && rule.for !== '0m') rule.for = '3s';
		if (rule.alert !== threshold?.alert) continue;
		const changed = rule.expr.replaceAll(threshold.from, threshold.to);
		if (changed === rule.expr) throw new Error(`${rule.alert} has no "${threshold.from}".`);
		rule.expr = changed;
	}
	return stringify(file);
}
