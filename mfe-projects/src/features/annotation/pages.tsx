import { ErrorState, queryError } from '@lamella/shared/ui'
import { Button, Skeleton } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import css from './history-panel.module.css'

interface PagesProps {
  list: UseInfiniteQueryResult
  /** Title of a failure. */
  failure: string
  /** Of the button that reads the next page. */
  more: string
  /** What is read so far. */
  children: ReactNode
}

/** A list that is read page after page, in a panel of the viewer: while it is read, when that fails, and with more to come. */
export const Pages = ({ list, failure, more, children }: PagesProps) => {
  const error = queryError(failure, list)
  if (error) {
    return (
      <div className={css.none}>
        <ErrorState {...error} />
      </div>
    )
  }
  if (!list.data) return <Skeleton className={css.loading} height={160} />
  return (
    <div className={css.scroll}>
      {children}
      {list.hasNextPage && (
        <Button
          className={css.more}
          size="compact-sm"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </div>
  )
}
