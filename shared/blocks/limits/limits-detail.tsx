import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'

export interface LimitsDetailProps {
  /** Which limit is reached. */
  children: string
}

/** The detail of a toast with the key `limits` (document 1 §2.6). */
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
