import { type _InstanceType, DescribeSpotPriceHistoryCommand } from '@aws-sdk/client-ec2';
import { GetProductsCommand } from '@aws-sdk/client-pricing';
import type { LaunchSpec } from '../contract/launch.ts';
import { onDemandMicroUsdPerHour, spotMicroUsdPerHour } from '../rules/launch/aws-prices.ts';
import { asked, ec2, pricing } from './aws-call.ts';

/** Of Linux, by instance type, for an hour of one instance. What AWS does not tell is left out. */
export async function readPrices(
  { region, market }: Pick<LaunchSpec, 'region' | 'market'>,
  instanceTypes: string[],
  nowUs: number,
): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (const instanceType of instanceTypes) {
    const price = await (market === 'spot'
      ? readSpotPrice(region, instanceType, nowUs)
      : readOnDemandPrice(region, instanceType));
    if (price !== null) prices.set(instanceType, price);
  }
  return prices;
}

async function readOnDemandPrice(region: string, instanceType: string): Promise<number | null> {
  const fields = {
    instanceType,
    regionCode: region,
    operatingSystem: 'Linux',
    tenancy: 'Shared',
    preInstalledSw: 'NA',
    capacitystatus: 'Used',
    marketoption: 'OnDemand',
  };
  const { PriceList = [] } = await asked('pricing:GetProducts', region, () =>
    pricing().send(
      new GetProductsCommand({
        ServiceCode: 'AmazonEC2',
        Filters: Object.entries(fields).map(([Field, Value]) => ({ Type: 'TERM_MATCH', Field, Value })),
        MaxResults: 10,
      }),
    ),
  );
  return onDemandMicroUsdPerHour(PriceList.map(String));
}

async function readSpotPrice(region: string, instanceType: string, nowUs: number): Promise<number | null> {
  const { SpotPriceHistory = [] } = await asked('ec2:DescribeSpotPriceHistory', region, () =>
    ec2(region).send(
      new DescribeSpotPriceHistoryCommand({
        InstanceTypes: [instanceType as _InstanceType],
        ProductDescriptions: ['Linux/UNIX'],
        StartTime: new Date(nowUs / 1000),
      }),
    ),
  );
  return spotMicroUsdPerHour(SpotPriceHistory.map(({ SpotPrice }) => SpotPrice ?? ''));
}
