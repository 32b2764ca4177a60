import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';

const KEY = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'a-secret' };
const bucketOf = (url: string) => readConfig({ GATEWAY_MEDIA_URL: url, ...KEY }).mediaBucket;

describe('GATEWAY_MEDIA_URL', () => {
	it('is the data folder where it is not set, with any key in the environment', () => {
		expect(readConfig(KEY).mediaBucket).toBeNull();
	});

	it('names a bucket of AWS', () => {
		expect(bucketOf('s3://media/of/shop/?region=eu-central-1')).toEqual({
			endpoint: 'https://s3.eu-central-1.amazonaws.com',
			region: 'eu-central-1',
			bucket: 'media',
			prefix: 'of/shop/',
			pathStyle: false,
			accessKeyId: 'AKIATEST',
			secretAccessKey: 'a-secret',
		});
	});

	it('names a bucket of another server', () => {
		expect(bucketOf('s3://media?endpoint=http://minio:9000')).toMatchObject({
			endpoint: 'http://minio:9000',
			region: 'us-east-1',
			prefix: '',
			pathStyle: true,
		});
		expect(bucketOf('s3://media?endpoint=https://r2.example.com&region=auto&pathStyle=false')).toMatchObject({
			endpoint: 'https://r2.example.com',
			region: 'auto',
			pathStyle: false,
		});
	});

	it.each([
		's3://media',
		's3://Media?region=eu-central-1',
		's3://media/a+b?region=eu-central-1',
		's3://media?region=eu-central-1&regoin=x',
		's3://media?endpoint=https://s3.example.com/path',
		's3://media?endpoint=ftp://s3.example.com',
		's3://media?region=eu-central-1&pathStyle=yes',
		's3://AKIATEST:a-secret@media?region=eu-central-1',
		'media',
	])('is refused as %s, without its text', (url) => {
		expect(() => bucketOf(url)).toThrow(/^GATEWAY_MEDIA_URL is "something of \d+ characters/);
	});

	it('needs a key, and no limit', () => {
		const url = { GATEWAY_MEDIA_URL: 's3://media?region=eu-central-1' };
		expect(() => readConfig({ ...url, AWS_ACCESS_KEY_ID: 'AKIATEST' })).toThrow('AWS_SECRET_ACCESS_KEY');
		expect(() => readConfig({ ...url, ...KEY, GATEWAY_MEDIA_LIMIT: '20GB' })).toThrow(
			'GATEWAY_RETENTION_MEDIA',
		);
	});
});
