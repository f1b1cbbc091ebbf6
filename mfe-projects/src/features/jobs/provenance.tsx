import { Card, Title } from '@mantine/core'
import css from './provenance.module.css'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/** How the numbers were made: all that is needed to get them again. */
export const Provenance = ({ provenance }: { provenance: Record<string, unknown> }) => (
  <Card component="section" aria-label="Provenance">
    <Title order={2} size="h3" mb="md">
      Provenance
    </Title>
    <dl className={css.facts}>
      {Object.entries(provenance).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
