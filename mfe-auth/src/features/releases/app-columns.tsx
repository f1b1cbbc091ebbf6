import { StatusBadge } from '@lamella/shared/blocks'
import type { AppOverview } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber, ProgressBar } from '@lamella/shared/ui'
import { IconChevronRight } from '@tabler/icons-react'
import css from './app-table.module.css'
import { forHowLong } from './words.ts'

const perCent = (value: number | null): string => (value === null ? '–' : `${formatNumber(value, 2)} %`)
const seconds = (value: number | null): string => (value === null ? '–' : `${formatNumber(value / 1000, 1)} s`)

const Trial = ({ trial }: Pick<AppOverview, 'trial'>) =>
  trial && (
    <span className={css.trial}>
      <b>{trial.version}</b>
      <span className={css.bar}>
        <ProgressBar value={trial.share} label={`Share of users with ${trial.version}`} />
      </span>
      {trial.share === 0 ? 'named users' : `${trial.share} %`}
    </span>
  )

/** Whether the newest build may become active, as far as its description says. */
const FitBadge = ({ missing }: { missing: string | null }) =>
  missing === null ? <StatusBadge status="fits" label="Compatible" /> : <StatusBadge status="refused" label={missing} />

/** Columns of the table of apps. */
export const appColumns: readonly DataTableColumn<AppOverview>[] = [
  {
    id: 'app',
    title: 'App',
    isName: true,
    render: ({ app, active, trial, last24h }) => (
      <>
        {app}
        <span className={css.under} aria-hidden>
          {active?.version ?? 'not active'}
          {trial && `, trial of ${trial.version}`}
          {last24h.failures !== null && last24h.failures > 0 && `, ${perCent(last24h.failures)} failures`}
        </span>
      </>
    ),
    width: 120,
  },
  {
    id: 'active',
    title: 'Active version',
    render: ({ active }) => (active ? <span title={active.version}>{active.version}</span> : '–'),
    width: 144,
    minTableWidth: 480,
  },
  {
    id: 'since',
    title: 'Active for',
    render: ({ active }) => (active ? forHowLong(new Date(active.since)) : '–'),
    width: 116,
    wideOnly: true,
    // Before it, versions of builds without a number, such as 1.0.0-b565d2c7666, need their room.
    minTableWidth: 1040,
  },
  {
    id: 'trial',
    title: 'On trial, share of users',
    render: ({ trial }) => (trial ? <Trial trial={trial} /> : '–'),
    minTableWidth: 480,
  },
  {
    id: 'sessions',
    title: 'Sessions, 24 h',
    align: 'right',
    render: ({ last24h }) => formatNumber(last24h.sessions),
    width: 118,
    wideOnly: true,
    minTableWidth: 760,
  },
  {
    id: 'failures',
    title: 'Failures',
    align: 'right',
    render: ({ last24h }) => perCent(last24h.failures),
    width: 84,
    minTableWidth: 480,
  },
  {
    id: 'lcp',
    title: 'LCP, p75',
    align: 'right',
    render: ({ last24h }) => seconds(last24h.LCP),
    width: 88,
    wideOnly: true,
    minTableWidth: 760,
  },
  {
    id: 'newest',
    title: 'Newest build',
    render: ({ newest }) => (
      <span className={css.newest}>
        <span className={css.version} title={newest.version}>
          {newest.version}
        </span>
        <FitBadge missing={newest.missing} />
      </span>
    ),
    width: 216,
  },
  {
    id: 'chevron',
    title: '',
    render: () => <IconChevronRight className={css.chevron} size={16} stroke={1.7} aria-hidden />,
    width: 28,
    wideOnly: true,
    minTableWidth: 760,
  },
]
