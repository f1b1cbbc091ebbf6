import type { AnnotationTimeline, TimelinePart } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import css from './moment-bar.module.css'
import type { Moment } from './use-moment.ts'

interface MomentBarProps {
  timeline: AnnotationTimeline
  /** Null: now. */
  moment: Moment | null
  onMoment: (moment: Moment | null) => void
  /** Objects at the moment, and now; null: not loaded. */
  shown: number | null
  there: number
  /** Why the moment is not shown; null: it is. */
  error: string | null
}

/** Shades of those who have changed the most; all others have the last one. */
const shades = ['#FFFFFF', '#A9A9AD', '#707076', '#4A4A50'] as const

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** E.g. "12 Nov, 14:05". */
const timeOf = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** E.g. "85 objects, now 124". @param now - null: it is the same */
const countText = (shown: number, now: number | null): string => {
  const objects = `${formatNumber(shown)} object${shown === 1 ? '' : 's'}`
  return now === null ? objects : `${objects}, now ${formatNumber(now)}`
}

const countOf = ({ changes }: TimelinePart): number => changes.reduce((sum, { count }) => sum + count, 0)

interface BarsProps extends Pick<MomentBarProps, 'timeline'> {
  /** Index of the part that is shown. */
  index: number
}

/** How much was changed in each part, and by whom. */
const Bars = ({ timeline: { parts, people }, index }: BarsProps) => {
  const most = Math.max(...parts.map(countOf))
  const shadeOf = (by: string): string => {
    const place = people.findIndex(({ id }) => id === by)
    return shades[Math.min(place, shades.length - 1)] ?? shades[0]
  }
  return (
    <div className={css.bars} aria-hidden>
      {parts.map((part, at) => (
        <span
          key={part.revision}
          className={css.part}
          data-later={at > index || undefined}
          // Few changes beside an import of thousands are still seen.
          style={{ height: `${100 * Math.sqrt(countOf(part) / most)}%` }}
        >
          {part.changes.map(({ by, count }) => (
            <span key={by} style={{ flexGrow: count, backgroundColor: shadeOf(by) }} />
          ))}
        </span>
      ))}
    </div>
  )
}

const People = ({ people }: Pick<AnnotationTimeline, 'people'>) => {
  const named = people.length > shades.length ? people.slice(0, shades.length - 1) : people
  const others = people.length - named.length
  return (
    <ul className={css.people}>
      {named.map(({ id, fullName }, place) => (
        <li key={id}>
          <span style={{ backgroundColor: shades[place] }} />
          <bdi>{fullName}</bdi>
        </li>
      ))}
      {others > 0 && (
        <li>
          <span style={{ backgroundColor: shades.at(-1) }} />
          {formatNumber(others)} others
        </li>
      )}
    </ul>
  )
}

/** Chooses a moment of the history of the annotations, which the picture then shows. */
const MomentBar = ({ timeline, moment, onMoment, shown, there, error }: MomentBarProps) => {
  const { parts, people } = timeline
  const last = parts.length - 1
  const found = moment ? parts.findIndex(({ revision }) => revision >= moment.revision) : last
  const index = found < 0 ? last : found
  const show = (to: number): void => {
    const part = parts[to]
    if (part) onMoment(to === last ? null : { revision: part.revision, at: part.at })
  }
  const time = moment ? timeOf(moment.at) : 'Now'
  const isExact = moment === null || parts[index]?.revision === moment.revision
  return (
    <section className={css.bar} aria-label="Past moments">
      <div className={css.moment}>
        <span>Annotations as of</span>
        <b>{time}</b>
        <span role="status">{error ?? (shown === null ? 'Loading…' : countText(shown, moment && there))}</span>
        <span className={css.buttons}>
          <ActionIcon aria-label="Earlier" disabled={index === 0 && isExact} onClick={() => show(index - 1)}>
            <IconPlayerSkipBack {...iconProps} />
          </ActionIcon>
          <ActionIcon
            aria-label="Later"
            disabled={moment === null}
            onClick={() => (isExact ? show(index + 1) : show(index))}
          >
            <IconPlayerSkipForward {...iconProps} />
          </ActionIcon>
          {moment && (
            <Button size="compact-sm" variant="default" onClick={() => onMoment(null)}>
              Back to now
            </Button>
          )}
        </span>
      </div>
      <div className={css.track}>
        <Bars timeline={timeline} index={index} />
        <input
          type="range"
          className={css.slider}
          aria-label="Moment"
          aria-valuetext={time}
          min={0}
          max={last}
          value={index}
          onChange={({ currentTarget }) => show(currentTarget.valueAsNumber)}
        />
        <div className={css.ends}>
          <span>{parts[0] && timeOf(parts[0].at)}</span>
          <span>now</span>
        </div>
      </div>
      <People people={people} />
    </section>
  )
}

export default MomentBar
