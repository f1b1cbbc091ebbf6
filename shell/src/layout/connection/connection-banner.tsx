import { connection } from '@lamella/shared/api'
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import css from './connection-banner.module.css'

/**
 * Shown while the server does not answer. The live region exists from the start, because screen readers announce only
 * changes inside an existing one.
 */
export const ConnectionBanner = () => {
  const { down } = useSyncExternalStore(connection.subscribe, connection.snapshot)
  useEffect(() => {
    window.addEventListener('online', connection.retry)
    return () => window.removeEventListener('online', connection.retry)
  }, [])
  return (
    <div role="status" className={css.place}>
      {down && (
        <div className={css.banner}>
          <IconCloudOff size={18} stroke={1.7} aria-hidden />
          <p className={css.text}>
            <strong>The server does not answer.</strong> It is tried again by itself, and this page then goes on. What
            you have typed stays. Uploads and annotations are sent then; what else was being saved is not.
          </p>
          <Button variant="default" size="compact-sm" onClick={connection.retry}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
