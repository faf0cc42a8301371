import { LineChart, type LineSeriesOption } from 'echarts/charts';
import { GridComponent, type GridComponentOption } from 'echarts/components';
import { type ComposeOption, type ECharts, init as initChart, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, CanvasRenderer]);

export type EChart = ECharts;
export type EChartOption = ComposeOption<LineSeriesOption | GridComponentOption>;

export const init = (box: HTMLElement): EChart => initChart(box, null, { renderer: 'canvas' });
