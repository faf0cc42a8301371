import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/x',
  MILLIONRPS_DATA: '/tmp/data',
  MILLIONRPS_SECRET: 'a secret that is long enough for it',
};

describe('the proxies that are trusted', () => {
  const read = (list: string) => readConfig({ ...ENVIRONMENT, MILLIONRPS_TRUSTED_PROXIES: list }).trustedProxies;

  it('are none unless named', () => {
    expect(readConfig(ENVIRONMENT).trustedProxies).toEqual([]);
    expect(read('')).toEqual([]);
  });

  it('are addresses and networks of both families', () => {
    expect(read(' 10.1.2.3, 172.16.0.0/12,, fd00::/8,fe80::1%eth0 ')).toEqual([
      '10.1.2.3',
      '172.16.0.0/12',
      'fd00::/8',
      'fe80::1%eth0',
    ]);
  });

  it.each([
    'true',
    'loopback',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '010.0.0.1',
    '10.0.0.0/00',
    'fd00::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.1.2.3:80',
  ])('are not %s, and the sentence names the variable', (list) => {
    expect(() => read(list)).toThrow(
      'The environment variable MILLIONRPS_TRUSTED_PROXIES is not usable: it is a list of IP addresses or networks',
    );
  });
});

describe('where files lie', () => {
  const read = (env: Record<string, string>) => readConfig({ ...ENVIRONMENT, ...env }).bucket;

  it('is the data folder unless a bucket is named', () => {
    expect([read({}), read({ MILLIONRPS_BLOBS: '' })]).toEqual([null, null]);
  });

  it('is a bucket of AWS, which browsers reach, or one at an endpoint, which they may not', () => {
    expect(read({ MILLIONRPS_BLOBS: 's3://my-lab/team/a/' })).toEqual({
      name: 'my-lab',
      prefix: 'team/a/',
      endpoint: null,
      downloads: 'direct',
    });
    const own = { MILLIONRPS_BLOBS: 's3://lab', MILLIONRPS_S3_ENDPOINT: 'http://minio:9000' };
    const at = { name: 'lab', prefix: '', endpoint: 'http://minio:9000/' };
    expect(read(own)).toEqual({ ...at, downloads: 'api' });
    expect(read({ ...own, MILLIONRPS_S3_DOWNLOADS: 'direct' })).toEqual({ ...at, downloads: 'direct' });
    expect(read({ ...own, MILLIONRPS_S3_DOWNLOADS: 'https://files.example' })).toEqual({
      ...at,
      downloads: { endpoint: 'https://files.example/' },
    });
  });

  it.each([
    ['MILLIONRPS_BLOBS', '/var/blobs', 'it is an address such as s3://bucket/prefix'],
    ['MILLIONRPS_BLOBS', 's3://Bad_Bucket', 'it is an address such as s3://bucket/prefix'],
    ['MILLIONRPS_BLOBS', 's3://lab/../other\n', 'it is an address such as s3://bucket/prefix'],
    ['MILLIONRPS_S3_ENDPOINT', 'minio:9000', 'it is an address such as https://s3.example:9000'],
    ['MILLIONRPS_S3_ENDPOINT', 'http://key:secret@minio', 'it holds a password'],
    ['MILLIONRPS_S3_DOWNLOADS', 'yes', 'it is api, direct, or an address'],
  ])('is refused in one sentence: %s=%s', (name, value, reason) => {
    const wrong = () => read({ MILLIONRPS_BLOBS: 's3://lab', [name]: value });
    expect(wrong).toThrow(`The environment variable ${name} is not usable: ${reason}`);
    expect(wrong).not.toThrow(/secret/);
  });
});

describe('the way by which it is reached', () => {
  const read = (more: NodeJS.ProcessEnv) => readConfig({ ...ENVIRONMENT, ...more });

  it('is plain HTTP on loopback, and links say so', () => {
    expect(read({})).toMatchObject({ tls: null, publicUrl: 'http://127.0.0.1:3000', inside: null });
    expect(read({ MILLIONRPS_TLS: '' }).tls).toBeNull();
  });

  it('is TLS where that is asked for, and links say so', () => {
    expect(read({ MILLIONRPS_TLS: 'self-signed', HOST: '10.0.0.5' })).toMatchObject({
      tls: 'self-signed',
      publicUrl: 'https://10.0.0.5:3000',
    });
    const tls = { certificate: '/etc/a.pem', key: '/etc/b.pem' };
    expect(read({ MILLIONRPS_TLS: '/etc/a.pem, /etc/b.pem', INSIDE_PORT: '3080' })).toMatchObject({
      tls,
      inside: { host: '127.0.0.1', port: 3080 },
    });
  });

  it.each(['yes', '/etc/a.pem', '/a,/b,/c', ',/b'])('is not %s', (tls) =>
    expect(() => read({ MILLIONRPS_TLS: tls })).toThrow('The environment variable MILLIONRPS_TLS is not usable: it is'),
  );

  it('leads from other machines only where it listens for them, or a proxy does', () => {
    const isLocalOnly = (more: NodeJS.ProcessEnv) =>
      read({ MILLIONRPS_TLS: 'self-signed', MILLIONRPS_URL: 'https://10.0.0.5:3000', ...more }).isLocalOnly;
    expect(isLocalOnly({})).toBe(true);
    expect(isLocalOnly({ HOST: '0.0.0.0' })).toBe(false);
    expect(isLocalOnly({ HOST: '0.0.0.0', MILLIONRPS_BIND: '127.0.0.1' })).toBe(true);
    expect(isLocalOnly({ MILLIONRPS_TRUSTED_PROXIES: '127.0.0.1' })).toBe(false);
  });

  it('is not plain HTTP to other machines, unless somebody insists', () => {
    expect(() => read({ HOST: '0.0.0.0' })).toThrow('0.0.0.0 can be reached from other machines');
    expect(() => read({ HOST: '0.0.0.0', MILLIONRPS_INSECURE_HTTP: '0' })).toThrow('can be reached');
    expect(read({ HOST: '0.0.0.0', MILLIONRPS_INSECURE_HTTP: '1' }).tls).toBeNull();
    // Of a container, what counts is where its port is published.
    expect(read({ HOST: '0.0.0.0', MILLIONRPS_BIND: '127.0.0.1' }).tls).toBeNull();
    expect(() => read({ HOST: '0.0.0.0', MILLIONRPS_BIND: '10.0.0.5' })).toThrow('10.0.0.5 can be reached');
  });
});

describe('the labels of a pool', () => {
  const read = (labels: string) => readConfig({ ...ENVIRONMENT, MILLIONRPS_POOL_LABELS: labels }).poolLabels;

  it('are listed with commas, and none unless named', () => {
    expect(readConfig(ENVIRONMENT).poolLabels).toEqual([]);
    expect(read('')).toEqual([]);
    expect(read('c8i, rack-2')).toEqual(['c8i', 'rack-2']);
  });

  it('are such as a host may have', () => {
    expect(() => read('C8i')).toThrow('MILLIONRPS_POOL_LABELS');
  });
});
