import { sessionsQuery } from '@lamella/shared/queries'
import { CardHeader, ConfirmDialog, ErrorState, LoadingRows, queryError, TimeAgo } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import css from './profile.module.css'
import { useEndAllSessions, useEndSession } from './use-end-sessions.ts'

/** The user's sessions, with the ways to end them. */
export const SessionList = () => {
  const sessions = useQuery(sessionsQuery)
  const [asking, setAsking] = useState(false)
  const end = useEndSession()
  const endAll = useEndAllSessions()
  const error = sessions.data ? undefined : queryError('Your sessions could not be retrieved', sessions)
  return (
    <Card component="section" padding={0} aria-label="Sessions">
      <CardHeader title="Sessions" />
      {error ? (
        <ErrorState {...error} />
      ) : !sessions.data ? (
        <LoadingRows rows={2} />
      ) : (
        <ul className={css.sessions}>
          {sessions.data.map(({ id, device, lastUsed, isCurrent }) => (
            <li key={id} className={css.session}>
              <div>
                <div className={css.device}>{device ?? 'Unknown device'}</div>
                <div className={css.when}>{isCurrent ? 'this session' : <TimeAgo date={lastUsed} />}</div>
              </div>
              {!isCurrent && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={`Log out ${device ?? 'unknown device'}`}
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={css.everywhere}>
        <Button variant="default" onClick={() => setAsking(true)}>
          Log out everywhere
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Log out everywhere"
        confirmLabel="Log out everywhere"
        onConfirm={() => endAll.mutateAsync().catch(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        You are logged out here and on every other device. Running uploads stop, and continue once you have logged in
        again.
      </ConfirmDialog>
    </Card>
  )
}
