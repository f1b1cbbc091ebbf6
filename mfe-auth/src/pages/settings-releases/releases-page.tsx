import type { AppOverview } from '@lamella/shared/contract'
import { useLiveQuery } from '@lamella/shared/queries'
import { releaseOverviewQuery } from '@lamella/shared/queries/releases.ts'
import { formatNumber, PageTitle, queryError } from '@lamella/shared/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TokenCard } from '../../features/operator-tokens/token-card.tsx'
import { AppTable } from '../../features/releases/app-table.tsx'
import { ChangeDialog } from '../../features/releases/change-dialog.tsx'
import { ChartsCard } from '../../features/releases/charts-card.tsx'
import { useCheckOfAll } from '../../features/releases/check-all.tsx'
import { HistoryCard } from '../../features/releases/history-card.tsx'
import type { Question } from '../../features/releases/question.ts'
import { RemovalDialog } from '../../features/releases/removal-dialog.tsx'
import { TrialDialog } from '../../features/releases/trial-dialog.tsx'
import { VersionCard } from '../../features/releases/version-card.tsx'
import css from './releases-page.module.css'

/** Milliseconds between two looks at the figures, which change all the time. */
const refreshEvery = 60_000

const factsOf = (apps: readonly AppOverview[]): string => {
  const trials = apps.filter(({ trial }) => trial).length
  // Each page has a shell.
  const sessions = apps.find(({ app }) => app === 'shell')?.last24h.sessions ?? 0
  return [
    apps.length === 1 ? '1 app' : `${apps.length} apps`,
    trials === 0 ? 'no trial' : trials === 1 ? '1 trial running' : `${trials} trials running`,
    `${formatNumber(sessions)} ${sessions === 1 ? 'session' : 'sessions'} in the last 24 hours`,
  ].join(', ')
}

/** Releases, for operators: what is active, how it works, and the ways forward and back. The app is chosen by `?app=`. */
const ReleasesPage = () => {
  const [search, setSearch] = useSearchParams()
  const overview = useLiveQuery(releaseOverviewQuery, { refreshEvery })
  const [question, setQuestion] = useState<Question | null>(null)
  /** State of the app that was seen when the form of its trial was opened. */
  const [tried, setTried] = useState<AppOverview | null>(null)
  const [removing, setRemoving] = useState<{ app: string; version: string | null } | null>(null)
  const apps = overview.data ?? []
  const check = useCheckOfAll(apps)
  const wanted = search.get('app')
  const chosen = apps.find(({ app }) => app === wanted) ?? apps.find(({ trial }) => trial) ?? apps[0]
  return (
    <>
      <PageTitle title="Releases" facts={overview.data && factsOf(overview.data)} actions={check.button} />
      {check.result}
      <div className={css.page}>
        <AppTable
          apps={overview.data}
          chosen={chosen?.app ?? null}
          onChoose={(app) => setSearch({ app }, { replace: true })}
          error={queryError('The releases could not be retrieved', overview)}
        />
        {chosen && (
          <div className={css.columns} key={chosen.app}>
            <div className={css.left}>
              <ChartsCard app={chosen.app} />
              <HistoryCard
                overview={chosen}
                onAsk={setQuestion}
                onRemove={(version) => setRemoving({ app: chosen.app, version })}
              />
            </div>
            <VersionCard overview={chosen} onAsk={setQuestion} onTry={() => setTried(chosen)} />
          </div>
        )}
        {overview.data && <TokenCard apps={apps.map(({ app }) => app)} />}
      </div>
      {question && (
        <ChangeDialog
          question={question}
          now={apps.find(({ app }) => app === question.overview.app)}
          onClose={() => setQuestion(null)}
        />
      )}
      {removing && <RemovalDialog {...removing} onClose={() => setRemoving(null)} />}
      {tried && <TrialDialog overview={tried} onClose={() => setTried(null)} />}
    </>
  )
}

export default ReleasesPage
