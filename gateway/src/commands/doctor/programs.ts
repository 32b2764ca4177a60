import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '../../config/config.ts';
import { TRACING_PACKAGES, VERSION } from '../../runtime/version.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Milliseconds in which ffmpeg must print its version. */
const TIMEOUT = 20_000;

/** Returns the versions of the gateway and of Node.js. */
export function checkVersions(): Finding[] {
	const { platform, arch, versions } = process;
	return [ok('version', `messaging-gateway ${VERSION} on Node.js ${versions.node} (${platform} ${arch})`)];
}

/** Checks the optional parts that the settings ask for. */
export async function checkOptionalParts(config: Config, isFfmpegOff: boolean): Promise<Finding[]> {
	const findings: Finding[] = [];
	if (config.network === 'whatsapp' && !isInstalled('baileys')) {
		const sentence =
			'The package "baileys" is not installed, so that no instance connects to WhatsApp by QR code. If you need that, run: npm install --include=optional messaging-gateway';
		findings.push(warning('QR linking', sentence));
	}
	if (config.traces !== null && !isInstalled('@opentelemetry/sdk-trace-base')) {
		const sentence = `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send traces are not installed. Run: npm install ${TRACING_PACKAGES.join(' ')}`;
		findings.push(problem('traces', sentence));
	}
	return [...findings, await checkFfmpeg(config.ffmpeg, isFfmpegOff)];
}

function isInstalled(name: string): boolean {
	try {
		import.meta.resolve(name);
		return true;
	} catch {
		return false;
	}
}

async function checkFfmpeg(file: string | null, isOff: boolean): Promise<Finding> {
	if (isOff) return ok('ffmpeg', 'it is off: audio files are not converted to voice notes');
	if (file === null) {
		const sentence =
			'ffmpeg is not installed, so that audio files are not converted to voice notes. Install it, or set GATEWAY_FFMPEG=off.';
		return warning('ffmpeg', sentence);
	}
	try {
		const { stdout } = await promisify(execFile)(file, ['-version'], { timeout: TIMEOUT });
		const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'of an unknown version';
		return ok('ffmpeg', `${version} at ${file}`);
	} catch {
		return problem('ffmpeg', `${file} does not run. Install ffmpeg again, or set GATEWAY_FFMPEG=off.`);
	}
}
