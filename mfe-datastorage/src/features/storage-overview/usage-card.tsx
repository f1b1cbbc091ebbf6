import {
  CardHeader,
  ErrorState,
  type ErrorStateProps,
  formatFileSize,
  formatNumber,
  LoadingRows,
} from '@lamella/shared/ui'
import { Anchor, Button, Card } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUserNames } from '../../lib/use-user-names.ts'
import css from './usage-card.module.css'
import type { UsageRow } from './usage-rows.ts'

/** Rows shown before "Show all"; more would make the card higher than its neighbours. */
const shownFirst = 4

interface UsageCardProps {
  title: string
  /** Undefined while they load. */
  rows: readonly UsageRow[] | undefined
  emptyText: string
  error?: ErrorStateProps
}

const imagesText = (images: number): string => (images === 1 ? '1 image' : `${formatNumber(images)} images`)

/** List of users or projects by used storage, with bars relative to the largest. */
export const UsageCard = ({ title, rows, emptyText, error }: UsageCardProps) => {
  const listId = useId()
  const [all, setAll] = useState(false)
  const largest = Math.max(0, ...(rows ?? []).map(({ size }) => size))
  const hasMore = rows !== undefined && rows.length > shownFirst + 1
  const shown = hasMore && !all ? rows.slice(0, shownFirst) : rows
  const nameOf = useUserNames((shown ?? []).flatMap(({ id, name }) => (name === null ? id : [])))
  const named = shown?.map((row) => ({ ...row, name: row.name ?? nameOf(row.id) }))
  return (
    <Card component="section" padding={0} aria-label={title}>
      <CardHeader title={title} />
      {error ? (
        <ErrorState {...error} />
      ) : (
        <>
          {!named && <LoadingRows rows={3} />}
          {named?.length === 0 && <p className={css.empty}>{emptyText}</p>}
          {named && named.length > 0 && (
            <ul className={css.list} id={listId}>
              {named.map(({ id, name, size, images, href }) => (
                <li key={id} className={css.row}>
                  {href ? (
                    <Anchor component={Link} to={href} className={css.name} title={name}>
                      {name}
                    </Anchor>
                  ) : (
                    <span className={css.name} title={name}>
                      {name}
                    </span>
                  )}
                  <span className={css.size}>{formatFileSize(size)}</span>
                  <span className={css.track} aria-hidden="true">
                    {size > 0 && <span className={css.bar} style={{ width: `${(size / largest) * 100}%` }} />}
                  </span>
                  <span className={css.images}>{imagesText(images)}</span>
                </li>
              ))}
            </ul>
          )}
          {hasMore && (
            <div className={css.more}>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={all}
                aria-controls={listId}
                onClick={() => setAll(!all)}
              >
                {all ? 'Show fewer' : `Show all ${formatNumber(rows.length)}`}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
