import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'

export interface LimitsDetailProps {
  /** Sentence about the limit that is reached. */
  children: string
}

/** Detail of a toast with the key `limits` (D1-2.6-56, D1-2.6-57). */
export function LimitsDetail({ children }: LimitsDetailProps) {
  return (
    <>
      {children} You can{' '}
      <Anchor component={Link} to="/settings/subscriptions" inherit>
        upgrade your subscription
      </Anchor>{' '}
      to raise your upload limits.
    </>
  )
}
