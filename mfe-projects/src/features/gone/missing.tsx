import { ApiFailure } from '@lamella/shared/api'
import { ErrorState } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { Link } from 'react-router-dom'

interface Asked {
  data: unknown
  error: Error | null
}

/** Whether what was asked for last does not exist, also when it was there before. */
export const isGone = ({ error }: Pick<Asked, 'error'>): boolean => error instanceof ApiFailure && error.status === 404

/** Whether a query has failed because there is no such thing: another attempt would not help. */
export const isMissing = ({ data, error }: Asked): boolean => data === undefined && isGone({ error })

interface MissingProps {
  /** What the address names, e.g. "image". */
  what: string
  /** Where others of its kind are. */
  to: string
  /** Text of the link, e.g. "Go to the image library". */
  link: string
}

/** In place of a page whose address names something that is not there, with a way on. */
export const Missing = ({ what, to, link }: MissingProps) => (
  <ErrorState
    title={`This ${what} does not exist`}
    text="It was deleted, or the address is wrong."
    icon={IconFileUnknown}
    actions={
      <Button component={Link} to={to} variant="default">
        {link}
      </Button>
    }
  />
)
