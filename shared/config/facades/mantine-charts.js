/**
 * The kinds of charts in use. The index of the library imports every kind, and parts of Mantine that its facade lacks; its files are named
 * by their paths because the package does not export them.
 */
export { BarChart } from '../../../node_modules/@mantine/charts/esm/BarChart/BarChart.mjs'
export { DonutChart } from '../../../node_modules/@mantine/charts/esm/DonutChart/DonutChart.mjs'
export { LineChart } from '../../../node_modules/@mantine/charts/esm/LineChart/LineChart.mjs'
