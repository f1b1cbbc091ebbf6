import type { AppOverview, TrialView, VersionSeries } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Button, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { Question } from './question.ts'
import css from './trial-part.module.css'
import { dayAndTime } from './words.ts'

/** Shares to choose from, per cent. */
const shares = [1, 5, 10, 25, 50]

/** "3 named users and 1 organisation", or who they are where they are few. */
const audienceText = ({ users, organisations }: TrialView): string | null => {
  const names = [...users.map(({ fullName }) => fullName), ...organisations.map(({ name }) => `all of ${name}`)]
  if (names.length === 0) return null
  const few = names.length <= 3 ? names : [...names.slice(0, 2), `${names.length - 2} more`]
  return new Intl.ListFormat('en-GB').format(few)
}

const limitText = ({ limits, observed }: TrialView): string => {
  const { users, failed } = observed.trial
  const seen = users === 0 ? 'none seen yet' : `${formatNumber(failed)} of ${formatNumber(users)} so far`
  return `More than ${limits.failures} % of at least ${limits.minimum} users, ${seen}`
}

interface TrialPartProps {
  overview: AppOverview
  trial: TrialView
  /** What pages told of the version on trial. */
  seen: VersionSeries | undefined
  onAsk: (question: Question) => void
  /** Opens the form with audience, limits and end. */
  onEdit: () => void
}

/** Who gets the version on trial, and what ends the trial. */
export const TrialPart = ({ overview, trial, seen, onAsk, onEdit }: TrialPartProps) => {
  const label = useId()
  const { share, version, promotion, until } = trial
  const offered = shares.includes(share) ? shares : [...shares, share].toSorted((a, b) => a - b)
  const audience = audienceText(trial)
  return (
    <div className={css.trial}>
      <div id={label} className={css.label}>
        Share of users
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        data={offered.map((each) => ({ value: String(each), label: each === 0 ? 'named' : `${each} %` }))}
        value={String(share)}
        onChange={(chosen) => onAsk({ kind: 'share', overview, version, share: Number(chosen) })}
      />
      {seen && (
        <p className={css.hint}>
          {formatNumber(seen.total.sessions)} of {formatNumber(overview.last24h.sessions)} sessions in the last 24 hours
        </p>
      )}
      <dl className={css.facts}>
        {audience && (
          <div>
            <dt>Always</dt>
            <dd>{audience}</dd>
          </div>
        )}
        <div>
          <dt>Ends by itself</dt>
          <dd>
            {limitText(trial)}
            {until && `, or on ${dayAndTime(new Date(until))}`}
          </dd>
        </div>
        {promotion && (
          <div>
            <dt>For all</dt>
            <dd>{promotion.waitsFor ?? `On ${dayAndTime(new Date(promotion.at))}, if the limits hold`}</dd>
          </div>
        )}
      </dl>
      <Button className={css.edit} variant="transparent" size="compact-sm" onClick={onEdit}>
        Change audience and limits
      </Button>
    </div>
  )
}
