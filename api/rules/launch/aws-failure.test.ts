import { describe, expect, it } from 'vitest';
import { awsFailure, notTold } from './aws-failure.ts';
import { endedFailure } from './ended-instance.ts';

const SECRET =
  'User: arn:aws:iam::123456789012:user/lab with key AKIAIOSFODNN7EXAMPLE or ASIAIOSFODNN7EXAMPLE of account 210987654321 may not.';

describe('what AWS said', () => {
  it.each(['CreateVolumeRefused', 'AuthFailure', 'VcpuLimitExceeded', 'InsufficientInstanceCapacity'])(
    'of %s names no account, user or key',
    (name) => {
      const { sentence } = awsFailure({ action: 'ec2:RunInstances', region: 'us-east-1', name, message: SECRET });
      expect(sentence).toContain('User: arn:… with key AKIA… or ASIA… of account … may not.');
      expect(sentence).not.toMatch(/\d{12}|EXAMPLE|user\/lab/);
    },
  );

  it('of an instance that ended neither', () => {
    expect(endedFailure('its server', SECRET).sentence).not.toMatch(/\d{12}|EXAMPLE|user\/lab/);
  });

  it('is told apart from what its SDK said, and from no answer at all', () => {
    const of = (name: string) =>
      awsFailure({ action: 'ec2:DescribeSubnets', region: 'eu-nowhere-9', name, message: 'Token is expired.' })
        .sentence;
    expect(of('TokenProviderError')).toBe(
      'No AWS credentials could be used for ec2:DescribeSubnets. AWS’s SDK said: TokenProviderError, Token is expired. docs/aws.md says how the API gets some.',
    );
    expect(of('ServiceUnavailable')).toBe(
      'AWS could not answer ec2:DescribeSubnets in eu-nowhere-9. It said: ServiceUnavailable, Token is expired. Try again later.',
    );
    expect(of('ENOTFOUND')).toBe(
      'AWS did not answer ec2:DescribeSubnets in eu-nowhere-9 (ENOTFOUND). Check that there is such a region, and the network of the machine on which the API runs.',
    );
  });

  it('keeps what helps', () => {
    const message = 'The subnet subnet-0123456789abcdef0 has 12 free addresses; i-01234567890123456 stays.';
    const { sentence } = awsFailure({ action: 'ec2:RunInstances', region: 'us-east-1', name: 'Odd', message });
    expect(sentence).toContain(message);
  });
});

describe('a security group that AWS does not show as it was made', () => {
  it.each(['InvalidGroup.NotFound', 'InvalidGroupId.NotFound', 'InvalidGroup.Duplicate'])('%s', (name) => {
    const { code } = awsFailure({ action: 'ec2:CreateSecurityGroup', region: 'us-east-1', name, message: '' });
    expect(code).toBe('not-shown');
  });
});

it('of what a launch can do without, says what is missing, and which right where one is', () => {
  const of = (name: string, message: string) =>
    awsFailure({ action: 'pricing:GetProducts', region: 'us-east-1', name, message });
  expect(notTold('the price', of('AccessDeniedException', 'no'), 'It said: AccessDeniedException, no.').sentence).toBe(
    'AWS did not tell the price. The API’s AWS credentials may not call pricing:GetProducts. Allow it in their IAM policy; docs/aws.md has the whole policy.',
  );
  expect(notTold('the price', of('ECONNREFUSED', 'no'), 'It said: ECONNREFUSED, no.').sentence).toBe(
    'AWS did not tell the price. AWS did not answer pricing:GetProducts in us-east-1 (ECONNREFUSED). Check that there is such a region, and the network of the machine on which the API runs.',
  );
  expect(
    notTold('the quota', of('NoSuchResourceException', 'none'), 'It said: NoSuchResourceException, none.'),
  ).toEqual({
    code: 'refused',
    sentence: 'AWS did not tell the quota. It said: NoSuchResourceException, none.',
  });
});
