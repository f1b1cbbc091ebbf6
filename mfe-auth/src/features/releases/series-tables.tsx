import type { VersionSeries } from '@lamella/shared/contract'
import { formatFileSize, formatNumber } from '@lamella/shared/ui'
import { ScrollArea, Table } from '@mantine/core'
import { measures, shownText } from './measures.ts'
import css from './series-tables.module.css'
import { clockTime } from './words.ts'

const roleWords: Record<VersionSeries['role'], string> = {
  active: 'active',
  trial: 'on trial',
  previous: 'before',
  other: 'in use',
}

/** Nothing in the tables is focusable: they take the focus themselves, so that keys can scroll them. */
const scrollable = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label })

interface SeriesTablesProps {
  versions: readonly VersionSeries[]
  /** Versions whose hours are shown. */
  pair: readonly VersionSeries[]
}

/** The numbers of the charts, and those of all versions that somebody runs. */
export const SeriesTables = ({ versions, pair }: SeriesTablesProps) => (
  <>
    <ScrollArea className={css.scroll} viewportProps={scrollable('Versions')}>
      <Table>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Sessions</th>
            {measures.map(({ key, title, unit, name }) => (
              <th key={key} scope="col" title={name}>
                {title}, {unit}
              </th>
            ))}
            <th scope="col">Size</th>
            <th scope="col">First load</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <th scope="row">
                {version.version} <span>{roleWords[version.role]}</span>
              </th>
              <td>{formatNumber(version.total.sessions)}</td>
              {measures.map((measure) => (
                <td key={measure.key}>{shownText(version.total, measure)}</td>
              ))}
              <td>{formatFileSize(version.size.bytes)}</td>
              <td>{version.size.firstLoad === null ? '–' : formatFileSize(version.size.firstLoad)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollArea>
    <ScrollArea className={css.scroll} mah={320} viewportProps={scrollable('Per hour')}>
      <Table>
        <thead>
          <tr>
            <th scope="col">From</th>
            {pair.flatMap(({ version }) =>
              measures.map(({ key, title }) => (
                <th key={`${version} ${key}`} scope="col">
                  {title}, {version}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {pair[0]?.hours.map(({ at }, index) => (
            <tr key={at}>
              <th scope="row">{clockTime(new Date(at))}</th>
              {pair.flatMap(({ version, hours }) =>
                measures.map((measure) => {
                  const hour = hours[index]
                  return <td key={`${version} ${measure.key}`}>{hour ? shownText(hour, measure) : '–'}</td>
                }),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollArea>
  </>
)
