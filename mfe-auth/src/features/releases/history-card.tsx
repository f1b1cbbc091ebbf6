import { UserAvatar } from '@lamella/shared/blocks'
import type { AppOverview } from '@lamella/shared/contract'
import { useLiveQuery } from '@lamella/shared/queries'
import { releaseHistoryQuery } from '@lamella/shared/queries/releases.ts'
import { ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { ActionIcon, Anchor, Button, Card, Title } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconEye,
  IconFlask,
  IconFlaskOff,
  IconPackage,
  IconRocket,
  IconServer,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { historyAction } from './history-action.ts'
import css from './history-card.module.css'
import { type HistoryLine, historyLines, removedVersions } from './history-lines.ts'
import type { Question } from './question.ts'
import { actorName, dayAndTime, isNamed, previewAddress } from './words.ts'

const icons: Record<HistoryLine['kind'], Icon> = {
  publish: IconPackage,
  activate: IconRocket,
  trial: IconFlask,
  end: IconFlaskOff,
  rollback: IconArrowBackUp,
}

/** Lines that are shown at first; beside the card of a trial is room for more. */
const fewOf = ({ trial }: AppOverview): number => (trial ? 8 : 4)

const Actor = ({ actor }: { actor: string }) => (
  <span className={css.actor}>
    <span aria-hidden className={css.avatar}>
      {isNamed(actor) ? <UserAvatar name={actor} size={20} /> : <IconServer size={14} stroke={1.7} />}
    </span>
    <span className={css.name} title={actorName(actor)}>
      {actorName(actor)}
    </span>
  </span>
)

interface HistoryCardProps {
  overview: AppOverview
  onAsk: (question: Question) => void
  /** Asks before a version is removed, or with null all old ones. */
  onRemove: (version: string | null) => void
}

/** Everything that was done with the versions of an app, newest first, and the way back to each of them. */
export const HistoryCard = ({ overview, onAsk, onRemove }: HistoryCardProps) => {
  const { app, active, trial } = overview
  const history = useLiveQuery(releaseHistoryQuery(app))
  const [all, setAll] = useState(false)
  const few = fewOf(overview)
  const error = queryError('The history could not be retrieved', history)
  const lines = historyLines(history.data ?? [])
  const removed = removedVersions(history.data ?? [])

  const isOffered = ({ entry: { version }, isLatest }: HistoryLine): boolean =>
    isLatest && !removed.has(version) && version !== trial?.version
  return (
    <Card component="section" aria-label={`History of ${app}`}>
      <div className={css.head}>
        <Title order={2} size="h3">
          History of {app}
        </Title>
        <div className={css.links}>
          {lines.length > 0 && (
            <Button variant="transparent" size="compact-sm" onClick={() => onRemove(null)}>
              Remove old versions
            </Button>
          )}
          {lines.length > few && (
            <Button variant="transparent" size="compact-sm" onClick={() => setAll(!all)}>
              {all ? 'Show the last ones' : `Show all ${lines.length}`}
            </Button>
          )}
        </div>
      </div>
      {error ? (
        <ErrorState {...error} />
      ) : !history.data ? (
        <LoadingRows rows={few} />
      ) : (
        <ol className={css.lines}>
          {(all ? lines : lines.slice(0, few)).map((line) => {
            const { entry, kind, text } = line
            const LineIcon = icons[kind]
            const action = isOffered(line) ? historyAction(overview, line) : null
            const isInactive = isOffered(line) && entry.version !== active?.version
            return (
              <li key={`${entry.at} ${entry.action} ${entry.version}`} className={css.line}>
                <LineIcon className={css.icon} size={16} stroke={1.6} aria-hidden />
                <span className={css.what}>
                  {text}
                  {isInactive && (
                    <span className={css.tools}>
                      <Anchor
                        className={css.preview}
                        href={previewAddress(app, entry.version)}
                        target="_blank"
                        rel="noreferrer"
                        aria-label={`Preview ${entry.version} in a new tab`}
                      >
                        <IconEye size={15} stroke={1.6} aria-hidden />
                      </Anchor>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={24}
                        aria-label={`Remove ${entry.version}`}
                        onClick={() => onRemove(entry.version)}
                      >
                        <IconTrash size={15} stroke={1.6} aria-hidden />
                      </ActionIcon>
                    </span>
                  )}
                </span>
                <span className={css.why}>
                  {[entry.reason, entry.misfits && `In spite of: ${entry.misfits.join(' ')}`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <Actor actor={entry.actor} />
                <time className={css.when} dateTime={entry.at}>
                  {dayAndTime(new Date(entry.at))}
                </time>
                {action && (
                  <Button
                    className={css.action}
                    variant="transparent"
                    size="compact-sm"
                    aria-label={action.name}
                    onClick={() => onAsk({ kind: action.kind, overview, version: action.version })}
                  >
                    {action.label}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
