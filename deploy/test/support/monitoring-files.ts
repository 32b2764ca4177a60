import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../monitoring');

/** The files that operators take for Prometheus. */
export const RULES_FILE = path.join(FOLDER, 'alerts.yaml');
export const PROMETHEUS_FILE = path.join(FOLDER, 'prometheus.yaml');

/** The texts of the alert rules, of the dashboard for Grafana, and of the document that explains both. */
export const RULES = readFileSync(RULES_FILE, 'utf8');
export const DASHBOARD = readFileSync(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8');
export const GUIDE = readFileSync(path.join(FOLDER, '../../docs/monitoring.md'), 'utf8');
