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

/** What a bin is called that also holds values from beyond the axis; null: it is named by its two ends. */
const openName = ({ from, to, holdsLower, holdsHigher }: HistogramBin, decimals: number): string | null => {
  if (holdsLower) return `below ${formatNumber(to, decimals)}`
  return holdsHigher ? `${formatNumber(from, decimals)} and more` : null
}

/** The ends of a bin, in the first two columns. */
const RangeCells = ({ bin, decimals }: { bin: HistogramBin; decimals: number }) => {
  const name = openName(bin, decimals)
  return name === null ? (
    <>
      <Table.Td>{formatNumber(bin.from, decimals)}</Table.Td>
      <Table.Td>{formatNumber(bin.to, decimals)}</Table.Td>
    </>
  ) : (
    <Table.Td colSpan={2}>{name}</Table.Td>
  )
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
        {bins.map((bin) => (
          <Table.Tr key={bin.from}>
            <RangeCells bin={bin} decimals={decimals} />
            {classes.map(({ name }, code) => (
              <Table.Td key={name} ta="right">
                {formatNumber(bin.counts[code])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)
