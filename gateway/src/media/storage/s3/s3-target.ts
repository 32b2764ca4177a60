/** A folder in a bucket of an S3 server, and the key pair that opens it. */
export interface S3Target {
	/** The URL of the server, without a path. */
	endpoint: string;
	region: string;
	bucket: string;
	/** The start of the keys of all objects: empty, or with a slash at its end. */
	prefix: string;
	/** Whether the bucket is the first part of the path; false: it is the first part of the host name. */
	pathStyle: boolean;
	accessKeyId: string;
	secretAccessKey: string;
}

/** What a URL such as s3://bucket/prefix?region=eu-central-1 says. */
export type S3Location = Omit<S3Target, 'accessKeyId' | 'secretAccessKey'>;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that every S3 server and proxy passes on unchanged. */
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/;
const REGION = /^[a-z0-9-]{1,50}$/;
const OPTIONS: ReadonlySet<string> = new Set(['region', 'endpoint', 'pathStyle']);

/** Parses the URL of a folder in a bucket. Throws where it is not of this form. */
export function parseS3Url(value: string): S3Location {
	const url = new URL(value);
	const bucket = url.host;
	const prefix = url.pathname.replace(/^\/|\/$/g, '');
	const names = [...url.searchParams.keys()];
	const isKnown = names.every((name) => OPTIONS.has(name)) && new Set(names).size === names.length;
	if (url.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.hash !== '' || !isKnown)
		throw new Error('not the URL of a bucket');
	if (!BUCKET.test(bucket) || !PREFIX.test(prefix) || prefix.length > 500)
		throw new Error('not the name of a bucket and a folder');
	const endpoint = url.searchParams.get('endpoint');
	const region = url.searchParams.get('region') ?? (endpoint === null ? '' : 'us-east-1');
	if (!REGION.test(region)) throw new Error('no region');
	return {
		endpoint: endpoint === null ? `https://s3.${region}.amazonaws.com` : parseEndpoint(endpoint),
		region,
		bucket,
		prefix: prefix === '' ? '' : `${prefix}/`,
		// Servers other than AWS have no name for each bucket, unless somebody sets that up.
		pathStyle: parsePathStyle(url.searchParams.get('pathStyle'), endpoint !== null),
	};
}

function parseEndpoint(value: string): string {
	const { protocol, origin, pathname, search, username, password } = new URL(value);
	const isOrigin = pathname === '/' && search === '' && username === '' && password === '';
	if (!/^https?:$/.test(protocol) || !isOrigin) throw new Error('not the URL of a server');
	return origin;
}

function parsePathStyle(value: string | null, fallback: boolean): boolean {
	if (value === null) return fallback;
	if (value !== 'true' && value !== 'false') throw new Error('not true or false');
	return value === 'true';
}

/** Returns the URL of an object, or of the bucket for an empty key. */
export function urlOf({ endpoint, bucket, pathStyle }: S3Target, key: string): URL {
	const url = new URL(endpoint);
	if (pathStyle) url.pathname = key === '' ? `/${bucket}` : `/${bucket}/${key}`;
	else {
		url.hostname = `${bucket}.${url.hostname}`;
		url.pathname = `/${key}`;
	}
	return url;
}
