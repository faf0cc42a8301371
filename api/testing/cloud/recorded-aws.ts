import type { AwsAnswer, AwsCall } from './aws-proxy.ts';

/** What AWS says where the emulator cannot: in the shapes of its documented answers. */

export const refusedByEc2 = (code: string, message: string, status = 400): AwsAnswer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>
<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>ea966190-f9aa-478e-9ede-example</RequestID></Response>`,
});

export const NO_CAPACITY = refusedByEc2(
  'InsufficientInstanceCapacity',
  'We currently do not have sufficient c5.2xlarge capacity in the Availability Zone you requested (us-east-1a).',
  500,
);
export const NO_QUOTA = refusedByEc2(
  'VcpuLimitExceeded',
  'You have requested more vCPU capacity than your current vCPU limit of 5 allows for the instance bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit.',
);
export const THROTTLED = refusedByEc2('RequestLimitExceeded', 'Request limit exceeded.', 503);
export const UNAUTHORISED = refusedByEc2(
  'UnauthorizedOperation',
  'You are not authorized to perform this operation. User: arn:aws:iam::123456789012:user/lab is not authorized to perform: ec2:CreateTags on resource: arn:aws:ec2:us-east-1:123456789012:instance/*. Encoded authorization failure message: AbCdEf0123456789',
  403,
);

/** Groups that were made and not deleted, by name. */
export class RecordedPlacementGroups {
  readonly groups = new Map<string, string>();

  answer({ action, parameters }: AwsCall): AwsAnswer | null {
    switch (action) {
      case 'ec2:CreatePlacementGroup': {
        const name = parameters.GroupName ?? '';
        const launch = Object.entries(parameters).find(([, value]) => value === 'millionrps:launch')?.[0];
        if (this.groups.has(name))
          return refusedByEc2('InvalidPlacementGroup.Duplicate', `The Placement Group '${name}' already exists.`);
        this.groups.set(name, parameters[launch?.replace(/Key$/, 'Value') ?? ''] ?? '');
        return ok('CreatePlacementGroupResponse', '<return>true</return>');
      }
      case 'ec2:DescribePlacementGroups': {
        const wanted = parameters['Filter.1.Value.1'];
        const items = [...this.groups].filter(([, launchId]) => launchId === wanted);
        const item = ([name]: [string, string]) =>
          `<item><groupName>${name}</groupName><strategy>cluster</strategy><state>available</state></item>`;
        return ok(
          'DescribePlacementGroupsResponse',
          `<placementGroupSet>${items.map(item).join('')}</placementGroupSet>`,
        );
      }
      case 'ec2:DeletePlacementGroup':
        this.groups.delete(parameters.GroupName ?? '');
        return ok('DeletePlacementGroupResponse', '<return>true</return>');
      default:
        return null;
    }
  }
}

const ok = (name: string, content: string): AwsAnswer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?>
<${name} xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>59dbff89-35bd-4eac-99ed-be587EXAMPLE</requestId>${content}</${name}>`,
});

const json = (value: unknown): AwsAnswer => ({
  status: 200,
  body: JSON.stringify(value),
  type: 'application/x-amz-json-1.1',
});

export const quotaOf = (vcpus: number): AwsAnswer =>
  json({
    Quota: {
      ServiceCode: 'ec2',
      QuotaCode: 'L-1216C47A',
      QuotaName: 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances',
      Value: vcpus,
      Unit: 'None',
      Adjustable: true,
    },
  });

/** The hourly price of one type, as a product of the pricing API. */
export function priceOf(call: AwsCall, usdPerHour: Record<string, string>): AwsAnswer {
  const { Filters } = JSON.parse(call.parameters.body ?? '{}') as { Filters: { Field: string; Value: string }[] };
  const instanceType = Filters.find(({ Field }) => Field === 'instanceType')?.Value ?? '';
  const usd = usdPerHour[instanceType];
  const dimension = {
    unit: 'Hrs',
    pricePerUnit: { USD: usd },
    description: `$${usd} per On Demand Linux ${instanceType}`,
  };
  const product = {
    product: { productFamily: 'Compute Instance', attributes: { instanceType } },
    serviceCode: 'AmazonEC2',
    terms: { OnDemand: { 'ABC.JRTCKXETXF': { priceDimensions: { 'ABC.JRTCKXETXF.6YS6EN2CT7': dimension } } } },
  };
  return json({ FormatVersion: 'aws_v1', PriceList: usd === undefined ? [] : [JSON.stringify(product)] });
}
