import type { Application } from '@lamella/shared/contract'
import { Card, Radio, Text } from '@mantine/core'
import css from './application-card.module.css'

interface ApplicationCardProps {
  application: Application
  chosen: boolean
  onChoose: () => void
}

/** Radio card of an application: what it measures, which images it needs, and, once it is chosen, what it cannot do. */
export const ApplicationCard = ({ application, chosen, onChoose }: ApplicationCardProps) => (
  <Card
    component="label"
    className={css.card}
    data-chosen={chosen || undefined}
    data-tour={`application-${application.name}`}
  >
    <div className={css.head}>
      <Radio name="application" checked={chosen} onChange={onChoose} aria-label={application.displayName} />
      <strong>{application.displayName}</strong>
      <span className={css.version}>{application.version}</span>
    </div>
    <Text size="sm" c="var(--lm-text2)">
      {application.description}
    </Text>
    <dl className={css.facts}>
      <dt>Measures</dt>
      <dd>{application.measures}</dd>
      <dt>Needs</dt>
      <dd>{application.needs}</dd>
      {chosen && application.limits !== undefined && (
        <>
          <dt>Limits</dt>
          <dd>{application.limits}</dd>
        </>
      )}
    </dl>
  </Card>
)
