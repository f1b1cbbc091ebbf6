import type { Classification } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Table } from '@mantine/core'
import css from './cuts-card.module.css'
import type { HistogramBin } from './histogram-bins.ts'

interface BinsTableProps {
  label: string
  bins: readonly HistogramBin[]
  classes: Classification['classes']
  decimals: number
}

/** The numbers of the histogram. */
export const BinsTable = ({ label, bins, classes, decimals }: BinsTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it.
  <section className={css.tableBox} tabIndex={0} aria-label={label}>
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>From</Table.Th>
          <Table.Th>To</Table.Th>
          {classes.map(({ name }) => (
            <Table.Th key={name} ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bins.map(({ from, to, counts }) => (
          <Table.Tr key={from}>
            <Table.Td>{formatNumber(from, decimals)}</Table.Td>
            <Table.Td>{formatNumber(to, decimals)}</Table.Td>
            {classes.map(({ name }, code) => (
              <Table.Td key={name} ta="right">
                {formatNumber(counts[code])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
