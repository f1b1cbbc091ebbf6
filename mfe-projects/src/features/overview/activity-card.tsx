import { UserAvatar } from '@lamella/shared/blocks'
import type { HistoryEntry } from '@lamella/shared/contract'
import { historyQuery, type KnownUsers, useLiveQuery, useUsersById } from '@lamella/shared/queries'
import { TimeAgo } from '@lamella/shared/ui'
import { Anchor, Card, Skeleton } from '@mantine/core'
import { createElement, Fragment, useState } from 'react'
import { Link } from 'react-router-dom'
import { CardHead } from '../../lib/card-head.tsx'
import { PersonPicture } from '../../lib/person-picture.tsx'
import css from './activity-card.module.css'

/** Entries before "Show all". */
const few = 6

/** Page of the object of an entry; null where there is none. */
const pageOf = (projectId: string, { objectType, objectId }: HistoryEntry): string | null => {
  const path = `/projects/${projectId}`
  if (objectType === 'label-set' || objectType === 'label') return `${path}/labelsets`
  if (objectType === 'multichannel-settings') return `${path}/multichannel`
  if (objectId === null) return null
  if (objectType === 'image') return `${path}/viewer?image=${objectId}`
  return objectType === 'job' ? `${path}/jobs/${objectId}` : null
}

/** The first name is that of the object. The parts never change their order, so they need no keys. */
const Sentence = ({ entry, to }: { entry: HistoryEntry; to: string | null }) => {
  const object = entry.sentence.find(({ isName }) => isName)
  const parts = entry.sentence.map((part) => {
    if (!part.isName) return part.text
    if (part !== object || to === null) return <b>{part.text}</b>
    return (
      <Anchor component={Link} to={to} inherit>
        {part.text}
      </Anchor>
    )
  })
  return createElement(Fragment, null, ...parts)
}

const Picture = ({ user, users }: Pick<HistoryEntry, 'user'> & { users: KnownUsers }) => {
  const known = user && users.find(user.id)
  if (known) return <PersonPicture user={known} size={24} />
  return (
    <span aria-hidden>
      <UserAvatar name={user?.fullName ?? 'System'} id={user?.id} size={24} inactive />
    </span>
  )
}

/** What happened in the project lately, and who did it; absent where it cannot be read. */
export const ActivityCard = ({ projectId }: { projectId: string }) => {
  const history = useLiveQuery(historyQuery(projectId))
  const [all, setAll] = useState(false)
  const entries = history.data ?? []
  const users = useUsersById(entries.flatMap(({ user }) => user?.id ?? []))
  if (history.isLoadingError) return null
  return (
    <Card component="section" aria-label="Recent activity">
      <CardHead title="Recent activity">
        {entries.length > few && (
          <Anchor component="button" type="button" data-alone aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : 'Show all'}
          </Anchor>
        )}
      </CardHead>
      {history.isPending ? (
        <Skeleton height={few * 36} />
      ) : (
        <ol className={css.entries}>
          {entries.slice(0, all ? undefined : few).map((entry) => (
            <li key={entry.id}>
              <Picture user={entry.user} users={users} />
              <span className={css.words}>
                <b>{entry.user?.fullName ?? 'System'}</b> <Sentence entry={entry} to={pageOf(projectId, entry)} />
              </span>
              <span className={css.time}>
                <TimeAgo date={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
