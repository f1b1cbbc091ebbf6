import { Card, Title } from '@mantine/core'
import css from './provenance.module.css'
import { provenanceLabel, provenanceText } from './provenance-text.ts'

/** Provenance of a result: everything needed to reproduce its numbers. */
export const Provenance = ({ provenance }: { provenance: Record<string, unknown> }) => (
  <Card component="section" aria-label="Provenance">
    <Title order={2} size="h3" mb="md">
      Provenance
    </Title>
    <dl className={css.facts}>
      {Object.entries(provenance).map(([name, value]) => (
        <div key={name}>
          <dt>{provenanceLabel(name)}</dt>
          <dd>{provenanceText(value)}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
