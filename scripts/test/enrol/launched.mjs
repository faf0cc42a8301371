// @ts-check
import { hardware } from '../../../api/testing/sample-launch.ts';
import { until } from '../instance/processes.mjs';

/**
 * Launches one host in an emulator of AWS, which starts no machine; resolves once it is waited for.
 *
 * @param {import('../../lab/client.mjs').LabClient} client
 * @param {{ ttlMinutes: number }} options
 */
export async function launchHost(client, { ttlMinutes }) {
  const spec = hardware({ clients: null, ttlMinutes });
  const { id } = await client.call('POST', '/launches', { spec, plannedMinutes: 10 });
  return until('its instance is launched', async () => {
    const found = await client.call('GET', `/launches/${id}`);
    return found.state === 'joining' ? found : null;
  });
}

/** As EC2 hands it out. The emulator takes any signature. @param {string} awsUrl @param {string} instanceId */
export async function userDataOf(awsUrl, instanceId) {
  const credential = 'Credential=emulated/20260101/us-east-1/ec2/aws4_request';
  const parameters = { Action: 'DescribeInstanceAttribute', Attribute: 'userData', InstanceId: instanceId };
  const reply = await fetch(awsUrl, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0` },
    body: new URLSearchParams({ ...parameters, Version: '2016-11-15' }),
  });
  const [, encoded = ''] = /<userData>\s*<value>([^<]*)</.exec(await reply.text()) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}
