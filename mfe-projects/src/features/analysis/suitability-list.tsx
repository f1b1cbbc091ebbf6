import { StatusBadge, type StatusBadgeProps } from '@lamella/shared/blocks'
import { Card, Title } from '@mantine/core'
import css from './suitability-list.module.css'
import type { CheckedImage } from './use-suitability.ts'

const badgeOf = (state: Exclude<CheckedImage['state'], 'unknown'>): StatusBadgeProps =>
  state === 'failed' ? { status: 'unknown', label: 'Not checked' } : { status: state }

/** Says of each chosen image whether it suits the application, and why not. Images without an answer are left out. */
export const SuitabilityList = ({ checked }: { checked: readonly CheckedImage[] }) => {
  const shown = checked.flatMap(({ state, ...rest }) =>
    state === 'unknown' ? [] : [{ ...rest, badge: badgeOf(state) }],
  )
  if (shown.length === 0) return null
  return (
    <Card component="section" aria-label="Suitability">
      <Title order={2} size="h3" mb="md">
        Suitability
      </Title>
      <ul className={css.list} aria-live="polite">
        {shown.map(({ image, badge, reasons }) => (
          <li key={image.id}>
            <div className={css.head}>
              <span className={css.name}>{image.name}</span>
              <StatusBadge {...badge} />
            </div>
            {reasons.map((reason) => (
              <p key={reason} className={css.reason}>
                {reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
