import { StatusBadge } from '@lamella/shared/blocks'
import type { AppOverview, VersionSeries } from '@lamella/shared/contract'
import { releaseSeriesQuery } from '@lamella/shared/queries/releases.ts'
import { Anchor, Button, Card, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconFlask, IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BuildFacts } from './build-facts.tsx'
import { CheckList } from './check-list.tsx'
import { pairOf } from './measures.ts'
import type { Question } from './question.ts'
import { TrialPart } from './trial-part.tsx'
import css from './version-card.module.css'
import { byAndWhy, previewAddress, sinceWords } from './words.ts'

interface VersionCardProps {
  overview: AppOverview
  onAsk: (question: Question) => void
  /** Opens the form of a trial. */
  onTry: () => void
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The version that matters next: the one on trial, else a newer build, else the active one. */
const shownVersion = ({ trial, newest, active }: AppOverview): string =>
  trial?.version ?? newest.version ?? active?.version

const Badge = ({ overview: { trial, active, newest } }: Pick<VersionCardProps, 'overview'>) => {
  if (trial) return <StatusBadge status="trial" label="On trial" />
  if (active?.version === newest.version) return <StatusBadge status="available" label="Active" />
  return newest.missing === null ? (
    <StatusBadge status="pending" label="Not active" />
  ) : (
    <StatusBadge status="refused" label={newest.missing} />
  )
}

const story = ({ trial, active, newest }: AppOverview): string => {
  if (trial) return `Since ${sinceWords(new Date(trial.since))}, ${byAndWhy(trial.by, trial.reason)}`
  if (active?.version === newest.version) {
    return `Since ${sinceWords(new Date(active.since))}, ${byAndWhy(active.by, active.reason)}`
  }
  return `Published ${sinceWords(new Date(newest.published))}. Nobody gets it now.`
}

const Actions = ({ overview, onAsk, onTry }: VersionCardProps) => {
  const { trial, active, newest, previous } = overview
  if (trial) {
    const { version } = trial
    return (
      <>
        <Button leftSection={<IconRocket {...icon} />} onClick={() => onAsk({ kind: 'activate', overview, version })}>
          Activate for all
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          onClick={() => onAsk({ kind: 'end', overview, version })}
        >
          End the trial
        </Button>
      </>
    )
  }
  if (active?.version === newest.version) {
    if (previous === null) return null
    return (
      <Button
        variant="default"
        leftSection={<IconArrowBackUp {...icon} />}
        onClick={() => onAsk({ kind: 'rollback', overview, version: previous })}
      >
        Roll back to {previous}
      </Button>
    )
  }
  const { version } = newest
  const activate = (): void => onAsk({ kind: 'activate', overview, version })
  if (newest.missing !== null) {
    return (
      <Button variant="subtle" color="red" onClick={activate}>
        Activate in spite of this
      </Button>
    )
  }
  return (
    <>
      <Button leftSection={<IconRocket {...icon} />} onClick={activate}>
        Activate for all
      </Button>
      {active && (
        <Button variant="default" leftSection={<IconFlask {...icon} />} onClick={onTry}>
          Start a trial
        </Button>
      )}
    </>
  )
}

/** What the version on trial, or the newest build, is and needs, beside the version that it would replace. */
export const VersionCard = (props: VersionCardProps) => {
  const { overview, onAsk, onTry } = props
  const { app, trial, newest, active } = overview
  const version = shownVersion(overview)
  const { data: versions } = useQuery(releaseSeriesQuery(app))
  const of = (wanted: string): VersionSeries | undefined => versions?.find((each) => each.version === wanted)
  const [first, second] = (versions && pairOf(versions)) ?? []
  const beside = first?.version === version ? second : first
  const notes = of(version)?.notes ?? (newest.version === version ? newest.notes : null)
  return (
    <Card component="section" aria-label={`${app} ${version}`} padding={0} className={css.card}>
      <div className={css.part}>
        <div className={css.head}>
          <Title order={2} size="h3">
            {app} {version}
          </Title>
          <Badge overview={overview} />
        </div>
        <p className={css.story}>
          {story(overview)}{' '}
          {version !== active?.version && (
            <Anchor className={css.preview} href={previewAddress(app, version)} target="_blank" rel="noreferrer">
              Preview
              <VisuallyHidden> {version} in a new tab</VisuallyHidden>
            </Anchor>
          )}
        </p>
        {notes && <p className={css.notes}>{notes}</p>}
        {trial && <TrialPart overview={overview} trial={trial} seen={of(version)} onAsk={onAsk} onEdit={onTry} />}
      </div>
      <div className={css.part}>
        <CheckList app={app} version={version} />
        <BuildFacts version={of(version)} beside={beside ?? undefined} />
      </div>
      <div className={css.actions}>
        <Actions {...props} />
      </div>
    </Card>
  )
}
